import { readSync, writeSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { decodePixels, readNothingElse } from "../imaging/decode.ts";
import {
  ANSWER_HEADER,
  CONNECTION,
  HELLO,
  LIMITS,
  OUTCOMES,
  type Outcome,
  REQUEST_HEADER,
} from "./messages.ts";

/**
 * Entry point of a process that decodes images for an inference worker, one after another. A decoding library
 * cannot be stopped, so this process ends itself if an image exceeds its limits, and its worker ends it at a
 * deadline. libvips and OpenJPEG work in threads of their own, so that this thread can watch the limits.
 */
async function main(): Promise<void> {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
  readNothingElse();
  write(Uint8Array.of(HELLO));
  for (let header = read(REQUEST_HEADER); header !== undefined; header = read(REQUEST_HEADER)) {
    const [length, width, height] = [0, 4, 8].map((at) => header!.readUInt32LE(at)) as [
      number,
      number,
      number,
    ];
    const file = read(length);
    if (file === undefined) return;
    await answer({ file, width, height });
    // Native memory is released in the next turn of the event loop, and reading fills this one.
    await nextTurn();
  }
}

async function answer(image: Parameters<typeof decodePixels>[0]): Promise<void> {
  const watch = watched();
  try {
    const pixels = await decodePixels(image);
    say("decoded", pixels);
    release(pixels);
  } catch (error) {
    say("unreadable", Buffer.from(reasonOf(error)));
  } finally {
    clearInterval(watch);
  }
}

/** Checks the memory and time that the image uses until the timer is cleared. */
function watched(): NodeJS.Timeout {
  const [before, since] = [process.memoryUsage.rss(), process.cpuUsage()];
  return setInterval(() => {
    const { user, system } = process.cpuUsage(since);
    if (user + system > LIMITS.seconds * 1e6) end("too_long");
    if (process.memoryUsage.rss() - before > LIMITS.bytes) end("too_much");
  }, LIMITS.every);
}

function end(outcome: Outcome): void {
  say(outcome, new Uint8Array());
  // An exit would wait for the thread that decodes.
  process.kill(process.pid, "SIGKILL");
}

function say(outcome: Outcome, content: Uint8Array): void {
  const header = Buffer.alloc(ANSWER_HEADER);
  header.writeUInt8(OUTCOMES.indexOf(outcome), 0);
  header.writeUInt32LE(content.length, 1);
  write(header);
  write(content);
}

/** Gives the pixels back at once: a collection may come after the next image. */
function release({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}

const reasonOf = (error: unknown) => {
  const { cause = error } = error as { cause?: unknown };
  return cause instanceof Error ? cause.message : String(cause);
};

/** Waits for this many bytes; undefined once the worker is gone. */
function read(length: number): Buffer | undefined {
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let filled = 0; filled < length; ) {
    const count = readSync(CONNECTION, bytes, filled, length - filled, null);
    if (count === 0) return undefined;
    filled += count;
  }
  return bytes;
}

function write(bytes: Uint8Array): void {
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(CONNECTION, bytes, sent);
}

// The worker, which reads the answers, is gone.
await main().catch(() => process.exit(1));
