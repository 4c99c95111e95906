import fc from "fast-check";
import { expect, it } from "vitest";
import { encode, type Frame, FrameReader, frame } from "#inference/gpu-worker/connection/frames.ts";
import type { Tensor } from "#inference/runtime/tensors.ts";

const LARGEST = 4_096;

const tensor = (data: Tensor["data"], dims: readonly number[] = [data.length]): Tensor => ({ data, dims });

const anyTensor: fc.Arbitrary<Tensor> = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((data) => tensor(data)),
  fc.float32Array({ maxLength: 60 }).map((data) => tensor(data, [1, data.length, 1])),
  fc.int32Array({ maxLength: 60 }).map((data) => tensor(data)),
  fc.bigInt64Array({ maxLength: 30 }).map((data) => tensor(data)),
);

const anyFrame: fc.Arbitrary<Frame> = fc.record({
  kind: fc.constantFrom("hello", "item", "output", "failure"),
  index: fc.nat(255),
  item: fc.nat(2 ** 32 - 1),
  deadline: fc.double({ noNaN: true }),
  tensor: anyTensor,
});

const read = (pieces: readonly Buffer[]): Frame[] => {
  const reader = new FrameReader(LARGEST);
  return pieces.flatMap((piece) => [...reader.read(piece)]);
};

it("frames come out as they went in, however the connection cuts them", () => {
  fc.assert(
    fc.property(fc.array(anyFrame, { maxLength: 6 }), fc.array(fc.nat(3_000)), (frames, cuts) => {
      const bytes = Buffer.concat(frames.flatMap(encode));
      const ends = [...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length].sort((a, b) => a - b);
      const pieces = ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end));
      expect(read(pieces)).toEqual(frames);
    }),
    { numRuns: 2_000 },
  );
});

const broken = (change: (header: Buffer) => void): Buffer => {
  const [header, payload] = encode(frame("item", { tensor: tensor(Float32Array.of(1, 2)) }));
  change(header);
  return Buffer.concat([header, payload]);
};

it.each([
  ["longer than any tensor may be", (header: Buffer) => header.writeUInt32LE(LARGEST + 1, 0)],
  ["of four gigabytes", (header: Buffer) => header.writeUInt32LE(2 ** 32 - 1, 0)],
  ["of no kind", (header: Buffer) => header.writeUInt8(9, 4)],
  ["of no type", (header: Buffer) => header.writeUInt8(9, 5)],
  ["of too many dimensions", (header: Buffer) => header.writeUInt8(7, 6)],
  ["whose shape its bytes do not fill", (header: Buffer) => header.writeUInt32LE(3, 20)],
])("a frame %s is rejected", (_, change) => {
  expect(() => read([broken(change)])).toThrow(expect.objectContaining({ code: "frame_invalid" }));
});

it("whatever bytes come, a reader rejects them or goes on", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 })), (pieces) => {
      try {
        read(pieces.map((piece) => Buffer.from(piece)));
      } catch (error) {
        expect(error).toMatchObject({ code: "frame_invalid" });
      }
    }),
    { numRuns: 2_000 },
  );
});
