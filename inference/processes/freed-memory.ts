import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { collectEverything } from "./collection.ts";

/** Milliseconds between two rounds. */
const PAUSE_MS = 30_000;
/** Node's HTTP parser reads at most 64 KiB at once. */
const FILLING = Buffer.alloc(256 * 1024);

/**
 * Lets the C library overwrite whatever is given back to it. A thread's cache of small pieces has to be off
 * for that, since what goes there is not overwritten. To be set before a process starts; only glibc reads it.
 */
export const OVERWRITES_NATIVE_MEMORY = {
  GLIBC_TUNABLES: "glibc.malloc.perturb=165:glibc.malloc.tcache_count=0",
} as const;

interface Options {
  /** Lets go of what is in memory without need. */
  readonly before?: () => void;
  /** Whether this thread serves HTTP/1.1. */
  readonly servesHttp?: boolean;
  readonly pauseMs?: number;
}

/**
 * Overwrites memory that this thread has freed, every half minute: texts and faces of erased people would
 * else stay there until it is used again. To be called once, before anything personal is in memory.
 */
export function overwriteFreedMemory({ before, servesHttp = false, pauseMs = PAUSE_MS }: Options = {}): void {
  // Small buffers would share a block, which lives as long as any of them.
  Buffer.poolSize = 0;
  setFlagsFromString("--clear-free-memory");
  // What is free in pages that stay, such as those of the young generation.
  setFlagsFromString("--zero-unused-memory");
  const round = async () => {
    before?.();
    if (servesHttp) await fillParser();
    collectEverything();
  };
  void (async () => {
    for (;;) {
      await sleep(pauseMs, undefined, { ref: false });
      await round().catch((error: unknown) => console.error("freed memory was not overwritten:", error));
    }
  })();
}

/**
 * Node's HTTP parser reads all connections of a thread into one block, which it never frees: the last large
 * request stays in it. So this thread sends itself one of zeros.
 */
async function fillParser(): Promise<void> {
  const server = createServer((asked, answer) => asked.resume().on("end", () => answer.end()));
  try {
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    const sent = request({ host: "127.0.0.1", port, method: "POST", agent: false }).end(FILLING);
    const [answer] = await once(sent, "response");
    await once(answer.resume(), "end");
  } finally {
    server.close();
  }
}
