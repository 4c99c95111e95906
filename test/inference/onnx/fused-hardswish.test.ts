import { expect, it } from "vitest";
import { withFusedHardswish } from "#inference/onnx/fused-hardswish.ts";
import { GraphBuilder, type Value } from "#inference/onnx/graph.ts";
import { GraphEdit } from "#inference/onnx/graph-edit.ts";
import { CPU, openModel } from "#inference/runtime/session.ts";

const CHANNELS = 3;
const PADDED = { pads: [1, 1, 1, 1] };

/** A block of PaddleOCR's: a convolution, an affine map, hard swish, an affine map, another convolution. */
function network(second: { size: number; pads?: readonly number[] }): Uint8Array {
  const graph = new GraphBuilder("block");
  const scalar = (value: number) => graph.floats([value], [1]);
  const weights = (size: number) =>
    graph.floats(
      Float32Array.from({ length: CHANNELS ** 2 * size ** 2 }, (_, i) => Math.sin(3 * i)),
      [CHANNELS, CHANNELS, size, size],
    );
  const affine = (x: Value, scale: number, shift: number) =>
    graph.node("Add", [graph.node("Mul", [scalar(scale), x]), scalar(shift)]);
  const bias = graph.floats([0.1, -0.2, 0.3], [CHANNELS]);
  const image = graph.input("image", ["batch", CHANNELS, "height", "width"]);
  const x = affine(graph.node("Conv", [image, weights(3), bias], PADDED), 1.7, -0.4);
  const clip = graph.node("Clip", [
    graph.node("Add", [x, scalar(3)]),
    graph.floats([0], []),
    graph.floats([6], []),
  ]);
  const swish = affine(graph.node("Div", [graph.node("Mul", [x, clip]), scalar(6)]), 0.6, 0.9);
  const { size, ...attributes } = second;
  graph.output("map", graph.node("Conv", [swish, weights(size)], attributes), [
    "batch",
    CHANNELS,
    "height",
    "width",
  ]);
  return graph.encode();
}

async function answer(bytes: Uint8Array): Promise<Float32Array> {
  const model = await openModel({ name: "block", bytes }, CPU);
  const data = Float32Array.from({ length: CHANNELS * 35 }, (_, i) => 4 * Math.cos(i));
  const { map } = await model.run({ image: { data, dims: [1, CHANNELS, 5, 7] } });
  await model.release();
  return map!.data as Float32Array;
}

it.each([
  ["before a convolution without padding", { size: 1 }, ["Conv", "HardSigmoid", "Mul", "Conv"]],
  ["before a padded one", { size: 3, ...PADDED }, ["Conv", "HardSigmoid", "Mul", "Conv", "Conv"]],
])("a block with hard swish %s has fewer nodes and answers the same", async (_, second, operators) => {
  const published = network(second);
  const fused = withFusedHardswish(published);
  expect(new GraphEdit(fused).nodes.map(({ op }) => op)).toEqual([...operators, "Identity"]);
  const [before, after] = [await answer(published), await answer(fused)];
  for (const [i, value] of after.entries()) expect(value).toBeCloseTo(before[i]!, 4);
});

it("a map added to its own gated values is multiplied once, and answers the same", async () => {
  const graph = new GraphBuilder("block");
  const image = graph.input("image", ["batch", CHANNELS, "height", "width"]);
  const gate = graph.node("HardSigmoid", [graph.node("GlobalAveragePool", [image])]);
  const gated = graph.node("Add", [image, graph.node("Mul", [image, gate])]);
  graph.output("map", gated, ["batch", CHANNELS, "height", "width"]);
  const published = graph.encode();
  const fused = withFusedHardswish(published);
  expect(new GraphEdit(fused).nodes.map(({ op }) => op)).toEqual([
    ...["GlobalAveragePool", "HardSigmoid", "Add", "Mul", "Identity"],
  ]);
  const [before, after] = [await answer(published), await answer(fused)];
  for (const [i, value] of after.entries()) expect(value).toBeCloseTo(before[i]!, 4);
});
