import { expect, it } from "vitest";
import { GraphBuilder, type Value } from "#inference/onnx/graph.ts";
import { GraphEdit } from "#inference/onnx/graph-edit.ts";
import { withSubpixelHead } from "#inference/onnx/subpixel-head.ts";
import { CPU, openModel } from "#inference/runtime/session.ts";

const CHANNELS = 3;
const SIZE = { height: 5, width: 7 } as const;

/** A head like that of PaddleOCR's DB detectors; `last` is its last activation. */
function head(last: "Sigmoid" | "Relu"): Uint8Array {
  const graph = new GraphBuilder("head");
  const floats = (count: number, dims: readonly number[], of: (i: number) => number) =>
    graph.floats(
      Float32Array.from({ length: count }, (_, i) => of(i)),
      dims,
    );
  const perChannel = (of: (i: number) => number) => floats(CHANNELS, [CHANNELS], of);
  const doubled = (x: Value, channels: number) => {
    const weights = floats(CHANNELS * channels * 4, [CHANNELS, channels, 2, 2], (i) =>
      Math.sin(3 * i + channels),
    );
    const map = graph.node("ConvTranspose", [x, weights], { strides: [2, 2], kernel_shape: [2, 2] });
    return graph.node("Add", [map, floats(channels, [1, channels, 1, 1], (i) => 0.3 * i - 0.2)]);
  };
  const image = graph.input("image", ["batch", CHANNELS, "height", "width"]);
  const normal = graph.node("BatchNormalization", [
    doubled(image, CHANNELS),
    perChannel((i) => 0.013 - 0.004 * i),
    perChannel((i) => 0.2 * i - 0.1),
    perChannel((i) => 0.1 * i),
    perChannel((i) => 1e-5 * (1 + i)),
  ]);
  const map = graph.node(last, [doubled(graph.node("Relu", [normal]), 1)]);
  graph.output("map", map, ["batch", 1, "height", "width"]);
  return graph.encode();
}

async function answer(bytes: Uint8Array) {
  const model = await openModel({ name: "head", bytes }, CPU);
  const data = Float32Array.from({ length: CHANNELS * SIZE.height * SIZE.width }, (_, i) => 2 * Math.cos(i));
  const { map } = await model.run({ image: { data, dims: [1, CHANNELS, SIZE.height, SIZE.width] } });
  await model.release();
  return { ...map!, data: map!.data as Float32Array };
}

it("a text detector's head without transposed convolutions answers the same, pixel by pixel", async () => {
  const published = head("Sigmoid");
  const changed = withSubpixelHead(published);
  expect(new GraphEdit(changed).nodes.map(({ op }) => op)).not.toContain("ConvTranspose");
  const [before, after] = [await answer(published), await answer(changed)];
  expect(after.dims).toEqual([1, 1, 4 * SIZE.height, 4 * SIZE.width]);
  for (const [i, value] of after.data.entries()) expect(value).toBeCloseTo(before.data[i]!, 5);
});

it("a text detector with another head is rejected as unsupported_graph", () => {
  const refused = expect.objectContaining({ code: "unsupported_graph" });
  expect(() => withSubpixelHead(head("Relu"))).toThrow(refused);
});
