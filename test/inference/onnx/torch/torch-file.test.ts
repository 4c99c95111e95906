import fc from "fast-check";
import { expect, it } from "vitest";
import { readStateDict } from "#inference/onnx/torch/torch-file.ts";
import { global, pickle, torchArchive } from "./torch-archive.ts";

const unreadable = expect.objectContaining({ code: "source_unreadable" });

const TENSORS = [
  { name: "a", dims: [2, 3], values: [1, 2, 3, 4, 5, 6] },
  { name: "b", dims: [1], values: [-0.5] },
];

it("reads every tensor with its shape", () => {
  const read = readStateDict(torchArchive(TENSORS));
  expect([...read.keys()]).toEqual(["a", "b"]);
  expect(read.get("a")).toEqual({ dims: [2, 3], data: Float32Array.of(1, 2, 3, 4, 5, 6) });
  expect(read.get("b")).toEqual({ dims: [1], data: Float32Array.of(-0.5) });
});

const call = (module: string, name: string) => pickle(global(module, name), "(X\u0004\0\0\0true", "tR");
const turned = (dims: readonly number[]) => dims.map((_, i) => (i === 0 ? 1 : dims[0]!));

it.each([
  ["that calls os.system", call("os", "system"), "A pickle may not call os system."],
  ["that calls builtins.eval", call("builtins", "eval"), "A pickle may not call builtins eval."],
  ["that calls __main__.constructor", call("__main__", "constructor"), "A pickle may not call __main__"],
  // INST calls a class by name, without GLOBAL.
  [
    "of opcodes that torch.save does not write",
    pickle("(ios\nsystem\n"),
    "Opcode 105 is not read from pickles.",
  ],
  ["whose name does not end", Buffer.from("\u0080\u0002cos", "latin1"), /breaks off/],
  ["that is no archive of torch.save", pickle("N"), "This is no file of torch.save."],
  ["of a tensor that is not row-major", torchArchive(TENSORS.slice(0, 1), turned), /a is not a dense/],
])("a file %s is rejected, and nothing is called", (_, file, message) => {
  expect(() => readStateDict(file)).toThrow(message);
});

it("rejects every file that breaks off, and never reads past its end", () => {
  const whole = torchArchive(TENSORS);
  fc.assert(
    fc.property(fc.nat(whole.length - 1), (length) => {
      expect(() => readStateDict(whole.subarray(0, length))).toThrow(unreadable);
    }),
  );
});

it("either reads or rejects a file of which a byte was changed: no other error, no loop", () => {
  const whole = torchArchive(TENSORS);
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, byte) => {
      const changed = Buffer.from(whole);
      changed[at] = byte;
      try {
        const read = readStateDict(changed);
        for (const { dims, data } of read.values()) {
          expect(data).toHaveLength(dims.reduce((product, dim) => product * dim, 1));
        }
      } catch (error) {
        expect(error).toEqual(unreadable);
      }
    }),
    { numRuns: 2000 },
  );
});
