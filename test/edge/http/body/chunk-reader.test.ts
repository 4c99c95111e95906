import { expect, it } from "vitest";
import { chunkReader } from "../../../../edge/http/body/chunk-reader.ts";

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

async function readAll(body: ReadableStream<Uint8Array>): Promise<Uint8Array[]> {
  const reader = chunkReader(body);
  const chunks: Uint8Array[] = [];
  for (let chunk = await reader.read(); chunk !== null; chunk = await reader.read()) chunks.push(chunk);
  return chunks;
}

it.each([
  [1_000, "bytes"],
  [50_000, "bytes"],
  [300_000, "bytes"],
  [1_000, "plain"],
] as const)("gives a body whole that comes in pieces of %i (%s)", async (size, kind) => {
  expect(Buffer.concat(await readAll(bodyInPieces(size, kind))).equals(SENT)).toBe(true);
});

it("asks for 64 KiB at a time", async () => {
  const chunks = await readAll(bodyInPieces(300_000, "bytes"));
  expect(Math.max(...chunks.map(({ length }) => length))).toBe(64 * 1024);
});

it("holds little more memory than it was sent, however small the pieces", async () => {
  const chunks = await readAll(bodyInPieces(100, "bytes"));
  const held = new Set(chunks.map(({ buffer }) => buffer));
  const bytes = [...held].reduce((sum, { byteLength }) => sum + byteLength, 0);
  expect(bytes).toBeLessThanOrEqual(2 * SENT.length);
});

it("leaves the rest to others, and does not take a body that is being read", async () => {
  const body = bodyInPieces(1_000, "bytes");
  const reader = chunkReader(body);
  expect((await reader.read())?.length).toBe(1_000);
  expect(() => chunkReader(body)).toThrow(TypeError);
  reader.releaseLock();
  expect(body.locked).toBe(false);
});
