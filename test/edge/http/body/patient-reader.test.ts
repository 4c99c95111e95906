import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { patientReader } from "../../../../edge/http/body/patient-reader.ts";

const SENT = Uint8Array.from({ length: 300_000 }, (_, i) => i % 251);

function bodyInPieces(size: number, kind: "bytes" | "plain"): ReadableStream<Uint8Array> {
  let at = 0;
  const next = () => {
    at += size;
    return SENT.slice(at - size, at);
  };
  if (kind === "plain") {
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) =>
      at < SENT.length ? controller.enqueue(next()) : controller.close();
    return new ReadableStream({ pull });
  }
  const pull = (controller: ReadableByteStreamController) => {
    if (at < SENT.length) return controller.enqueue(next());
    controller.close();
    controller.byobRequest?.respond(0);
  };
  return new ReadableStream({ type: "bytes", pull });
}

describe("a body", () => {
  it.each([
    [10_000, "bytes"],
    [50_000, "bytes"],
    [300_000, "bytes"],
    [10_000, "plain"],
    [300_000, "plain"],
  ] as const)(
    "is read whole that comes in pieces of %i (%s), in blocks of the asked size",
    async (size, kind) => {
      const reader = patientReader(bodyInPieces(size, kind), Date.now);
      const blocks: Uint8Array[] = [];
      for (let block = await reader.fill(64_000); block.length > 0; block = await reader.fill(64_000)) {
        blocks.push(block);
      }
      expect(Buffer.concat(blocks).equals(SENT)).toBe(true);
      expect(blocks.map(({ length }) => length)).toEqual([64_000, 64_000, 64_000, 64_000, 44_000]);
      expect(blocks.every(({ buffer }) => buffer.byteLength <= 64_000)).toBe(true);
    },
  );

  it("is left to others when its reader lets go", async () => {
    const body = bodyInPieces(1_000, "bytes");
    const reader = patientReader(body, Date.now);
    expect((await reader.fill(1_000)).length).toBe(1_000);
    expect(() => patientReader(body, Date.now)).toThrow(TypeError);
    reader.releaseLock();
    expect(body.locked).toBe(false);
  });
});

describe("a body that does not come", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Sends a byte every so often, and then nothing more. */
  function drip(everyMs: number, count: number) {
    const seen = { canceled: false, sent: 0 };
    const stream = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          if (seen.sent === count) return new Promise(() => {});
          await new Promise((resolve) => setTimeout(resolve, everyMs));
          seen.sent += 1;
          controller.enqueue(Uint8Array.of(seen.sent));
        },
        cancel() {
          seen.canceled = true;
        },
      },
      { highWaterMark: 0 },
    );
    return { stream, seen };
  }

  it.each([
    ["at all", 0],
    ["any more", 5],
  ])("%s is 408 request_timeout after 10 s without a byte", async (_, count) => {
    const { stream, seen } = drip(100, count);
    const reader = patientReader(stream, Date.now);
    let code = "";
    const ended = reader.fill(1_000).catch((error) => {
      code = error.code;
    });
    await vi.advanceTimersByTimeAsync(9_990);
    expect(code).toBe("");
    await vi.advanceTimersByTimeAsync(600);
    await ended;
    expect([code, seen.canceled]).toEqual(["request_timeout", true]);
  });

  it("in 30 s is 408 request_timeout, however steadily it drips", async () => {
    const { stream, seen } = drip(9_000, 1_000);
    const reader = patientReader(stream, Date.now);
    let code = "";
    const ended = reader.fill(1_000).catch((error) => {
      code = error.code;
    });
    await vi.advanceTimersByTimeAsync(29_990);
    expect(code).toBe("");
    await vi.advanceTimersByTimeAsync(20);
    await ended;
    expect([code, seen.canceled]).toEqual(["request_timeout", true]);
    reader.releaseLock();
    expect(stream.locked).toBe(false);
  });

  it("does not pay for the time in which nobody read it", async () => {
    const { stream } = drip(1_000, 20);
    const reader = patientReader(stream, Date.now);
    for (let i = 1; i <= 20; i++) {
      const block = reader.fill(1);
      await vi.advanceTimersByTimeAsync(1_000);
      expect([...(await block)]).toEqual([i]);
      await vi.advanceTimersByTimeAsync(5_000);
    }
  });

  it("in tiny pieces is read with pauses: a piece costs much the same however small", async () => {
    const { stream, seen } = drip(1, 100_000);
    let failure: Error | null = null;
    const reader = patientReader(stream, Date.now, () => failure);
    const ended = reader.fill(100_000).catch(({ message }) => message);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(seen.sent).toBeLessThan(300);
    failure = new Error("enough");
    await vi.advanceTimersByTimeAsync(100);
    expect(await ended).toBe("enough");
  });

  it("ends within a quarter of a second of being told to, while nothing comes", async () => {
    const { stream, seen } = drip(100, 0);
    let failure: Error | null = null;
    const reader = patientReader(stream, Date.now, () => failure);
    const ended = reader.fill(1_000).catch(({ message }) => message);
    await vi.advanceTimersByTimeAsync(2_000);
    failure = new Error("enough");
    await vi.advanceTimersByTimeAsync(250);
    expect([await ended, seen.canceled]).toEqual(["enough", true]);
  });
});
