import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { expect, it } from "vitest";
import { withCharacters } from "#inference/onnx/ctc-head.ts";
import { GraphBuilder } from "#inference/onnx/graph.ts";
import { CPU, openModel } from "#inference/runtime/session.ts";

const DICTIONARY = ["A", "中", "B", "文", "Ł"];
const CLASSES = DICTIONARY.length + 2;
const MATRIX = Float32Array.from({ length: 2 * CLASSES }, (_, i) => Math.sin(i));
const BIAS = Float32Array.from({ length: CLASSES }, (_, i) => i / 7);

/** A recogniser's last layers over steps of two features: a matrix, a bias and a softmax of the classes. */
function recogniser(): Uint8Array {
  const graph = new GraphBuilder("recogniser");
  const steps = graph.input("steps", ["batch", "steps", 2]);
  const product = graph.node("MatMul", [steps, graph.floats(MATRIX, [2, CLASSES])]);
  const logits = graph.node("Add", [product, graph.floats(BIAS, [CLASSES])]);
  const shares = graph.node("Softmax", [logits], { axis: 2 });
  graph.output("probabilities", shares, ["batch", "steps", CLASSES]);
  return graph.encode();
}

/** The model with a dictionary in its metadata, a character a line. */
const withDictionary = (model: Uint8Array, characters: readonly string[]) =>
  Buffer.concat([
    model,
    new BinaryWriter()
      .tag(14, WireType.LengthDelimited)
      .fork()
      .tag(1, WireType.LengthDelimited)
      .string("character")
      .tag(2, WireType.LengthDelimited)
      .string(characters.join("\n"))
      .join()
      .finish(),
  ]);

async function answer(bytes: Uint8Array): Promise<number[][]> {
  const model = await openModel({ name: "recogniser", bytes }, CPU);
  const data = Float32Array.of(0.3, -1, 2, 0.5, -2, 1);
  const { probabilities } = await model.run({ steps: { data, dims: [1, 3, 2] } });
  const [, steps, classes] = probabilities!.dims as [number, number, number];
  await model.release();
  return Array.from({ length: steps }, (_, i) =>
    Array.from((probabilities!.data as Float32Array).subarray(i * classes, (i + 1) * classes)),
  );
}

it("a recogniser with fewer characters answers them as it did, in the order asked, and shares out the rest", async () => {
  const model = withDictionary(recogniser(), DICTIONARY);
  const [whole, cut] = [await answer(model), await answer(withCharacters(model, ["Ł", "A", "B"]))];
  // The blank, Ł, A, B and the space.
  const kept = [0, 5, 1, 3, 6];
  for (const [step, row] of cut.entries()) {
    const before = kept.map((at) => whole[step]![at]!);
    const sum = before.reduce((total, share) => total + share);
    expect(row).toHaveLength(kept.length);
    for (const [i, share] of row.entries()) expect(share).toBeCloseTo(before[i]! / sum, 6);
  }
});

it.each<[string, Uint8Array, RegExp]>([
  ["without a dictionary", recogniser(), /no dictionary/],
  ["whose dictionary lacks a character", withDictionary(recogniser(), ["A", "B", "C", "D", "E"]), /no Ł/],
  ["whose last layer has other classes", withDictionary(recogniser(), ["Ł", "B"]), /last layer/],
])("a recogniser %s is rejected", (_, model, message) => {
  expect(() => withCharacters(model, ["Ł"])).toThrow(message);
});
