import { expect, it } from "vitest";
import { importTfjs } from "#inference/onnx/tfjs/tfjs.ts";

// A converted model is pinned by the hash in its recipe, and by its results in `golden.json`.

const base64 = (text: string) => Buffer.from(text).toString("base64");
const IMAGE = { height: 2, width: 2, mean: [0, 0, 0], deviation: 1, order: "rgb" } as const;
const WEIGHTS = [
  { name: "f", shape: [1, 1, 3, 1], dtype: "float32" },
  { name: "b", shape: [1], dtype: "float32" },
];
const BIN = Buffer.from(Float32Array.of(1, 1, 1, 0).buffer);

/** Imports a model of one node behind its image, which is the output. */
function imported(node: { op: string; input: readonly string[]; attr?: object }, bin = BIN): Uint8Array {
  const json = {
    modelTopology: {
      node: [
        { name: "image", op: "Placeholder" },
        { name: "x", ...node },
      ],
    },
    weightsManifest: [{ weights: WEIGHTS }],
  };
  const facts = { name: "made", image: IMAGE, outputs: { out: ["x"] } };
  return importTfjs(facts, Buffer.from(JSON.stringify(json)), bin);
}

const FUSED = {
  padding: { s: base64("SAME") },
  strides: { list: { i: ["1", "1", "1", "1"] } },
  dilations: { list: { i: ["1", "1", "1", "1"] } },
  fused_ops: { list: { s: ["BiasAdd", "Elu"].map(base64) } },
};

it.each([
  ["an operator without a rule", { op: "FFT", input: ["image"] }, /x: FFT is not known/],
  ["a map as an output", { op: "Relu", input: ["image"] }, /x is still a feature map/],
  ["a node that is not there", { op: "Relu", input: ["gone"] }, /no node gone/],
  [
    "a fused activation without a rule",
    { op: "_FusedConv2D", input: ["image", "f", "b"], attr: FUSED },
    /fuses Elu/,
  ],
])("a TensorFlow.js model with %s is rejected as unsupported_graph", (_, node, message) => {
  expect(() => imported(node)).toThrow(message);
  expect(() => imported(node)).toThrow(expect.objectContaining({ code: "unsupported_graph" }));
});

it.each([
  ["shorter", BIN.subarray(0, 15)],
  ["longer", Buffer.concat([BIN, BIN])],
])("weights that are %s than the manifest says are rejected as source_unreadable", (_, bin) => {
  const refused = expect.objectContaining({ code: "source_unreadable" });
  expect(() => imported({ op: "Relu", input: ["image"] }, bin)).toThrow(refused);
});
