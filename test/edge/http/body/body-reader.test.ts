import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bodyReader } from "#edge/http/body/body-reader.ts";

const SENT = Uint8Array.from({ length: 300_000 }, (_, i) => i % 251);
const TIMES = { wholeMs: 30_000, idleMs: 10_000 };

function bodyInPieces(size: number): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    type: "bytes",
    pull(controller) {
      if (at < SENT.length) {
        controller.enqueue(SENT.slice(at, at + size));
        at += size;
        return;
      }
      controller.close();
      controller.byobRequest?.respond(0);
    },
  });
}

it.each([10, 10_000, 300_000])(
  "a body in pieces of %i bytes is read whole, in blocks of the asked size",
  async (size) => {
    const reader = bodyReader(bodyInPieces(size), TIMES);
    const blocks: Uint8Array[] = [];
    for (let block = await reader.read(64_000); block.length > 0; block = await reader.read(64_000)) {
      blocks.push(block.slice());
    }
    expect(Buffer.concat(blocks).equals(SENT)).toBe(true);
    expect(blocks.map(({ length }) => length)).toEqual([64_000, 64_000, 64_000, 64_000, 44_000]);
  },
);

describe("a body that does not arrive", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Sends this many bytes at an interval, and nothing after the last time. */
  function trickle(bytes: number, everyMs: number, times: number) {
    const seen = { canceled: false };
    let left = times;
    const stream = new ReadableStream({
      type: "bytes",
      async pull(controller) {
        if (left-- === 0) return new Promise(() => {});
        await new Promise((resolve) => setTimeout(resolve, everyMs));
        controller.enqueue(new Uint8Array(bytes).fill(1));
      },
      cancel() {
        seen.canceled = true;
      },
    });
    return { stream, seen };
  }

  /** Reads until the body is rejected. The code, and after how many milliseconds. */
  async function refusal(stream: ReadableStream<Uint8Array>) {
    const since = Date.now();
    const reader = bodyReader(stream, TIMES);
    const read = reader.read(64_000).catch(({ code }) => ({ code, after: Date.now() - since }));
    await vi.advanceTimersByTimeAsync(60_000);
    reader.releaseLock();
    return read;
  }

  it.each([
    ["at all", 0, 1],
    ["any more", 5, 100],
    ["but for less than 4 KiB in 10 s", 60, 1_000],
  ])("%s is 408 request_timeout after 10 s, and canceled", async (_, times, everyMs) => {
    const { stream, seen } = trickle(100, everyMs, times);
    expect(await refusal(stream)).toEqual({ code: "request_timeout", after: 10_000 });
    expect([seen.canceled, stream.locked]).toEqual([true, false]);
  });

  it("in 30 s is 408 request_timeout, however steadily it comes", async () => {
    const { stream } = trickle(4_096, 3_000, 1_000);
    expect(await refusal(stream)).toEqual({ code: "request_timeout", after: 30_000 });
  });

  it("is not late for the time in which it is not read", async () => {
    const { stream } = trickle(1, 1_000, 20);
    const reader = bodyReader(stream, TIMES);
    for (let i = 1; i <= 20; i++) {
      const block = reader.read(1);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await block).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(5_000);
    }
  });
});
