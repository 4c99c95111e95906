import { expect, it } from "vitest";
import { GraphBuilder } from "#inference/onnx/graph.ts";
import { type FeatureMap, padEnd, pool, prelu } from "#inference/onnx/layers.ts";
import { CPU, openModel } from "#inference/runtime/session.ts";

const CHANNELS = 3;
const SIDE = 6;
const SLOPES = Float32Array.of(-1.6, 0.4, 1.3);

type Layer = (graph: GraphBuilder, map: FeatureMap) => FeatureMap;

async function answer(layer: Layer): Promise<{ dims: readonly number[]; data: Float32Array }> {
  const graph = new GraphBuilder("layer");
  const image = graph.input("image", ["batch", CHANNELS, SIDE, SIDE]);
  const map = layer(graph, { value: image, channels: CHANNELS, height: SIDE, width: SIDE });
  graph.output("map", map.value, ["batch", map.channels, map.height, map.width]);
  const model = await openModel({ name: "layer", bytes: graph.encode() }, CPU);
  const data = Float32Array.from({ length: CHANNELS * SIDE ** 2 }, (_, i) => 4 * Math.cos(i));
  const outputs = await model.run({ image: { data, dims: [1, CHANNELS, SIDE, SIDE] } });
  await model.release();
  return { dims: outputs.map!.dims, data: outputs.map!.data as Float32Array };
}

const plain = (op: string, map: FeatureMap, attributes: Record<string, number[]>, graph: GraphBuilder) => ({
  ...map,
  value: graph.node(op, [map.value], attributes),
});
const zeros = (graph: GraphBuilder, map: FeatureMap, [c, h, w]: [number, number, number]): FeatureMap => ({
  value: graph.node("Pad", [map.value, graph.integers([0, 0, 0, 0, 0, c, h, w])]),
  ...{ channels: map.channels + c, height: map.height + h, width: map.width + w },
});
const HALF = { height: SIDE / 2, width: SIDE / 2 };
const windows = { kernel_shape: [2, 2], strides: [2, 2] };

it.each<[string, Layer, Layer]>([
  [
    "PRelu, with slopes under 0 and over 1",
    (graph, map) => prelu(graph, map, SLOPES),
    (graph, map) => ({
      ...map,
      value: graph.node("PRelu", [map.value, graph.floats(SLOPES, [CHANNELS, 1, 1])]),
    }),
  ],
  [
    "more channels of zeros",
    (graph, map) => padEnd(graph, map, 2, 1, 0),
    (graph, map) => zeros(graph, map, [2, 1, 0]),
  ],
  [
    "more rows and columns of zeros",
    (graph, map) => padEnd(graph, map, 0, 1, 2),
    (graph, map) => zeros(graph, map, [0, 1, 2]),
  ],
  [
    "a pool of channels that are no multiple of 16",
    (graph, map) => pool(graph, "MaxPool", map, 2, 2, [0, 0, 0, 0]),
    (graph, map) => ({ ...plain("MaxPool", map, windows, graph), ...HALF }),
  ],
])("%s as convolutions answers as the operator of ONNX does", async (_, layer, operator) => {
  const [made, meant] = [await answer(layer), await answer(operator)];
  expect(made.dims).toEqual(meant.dims);
  for (const [i, value] of made.data.entries()) expect(value).toBeCloseTo(meant.data[i]!, 5);
});
