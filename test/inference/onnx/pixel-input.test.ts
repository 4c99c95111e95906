import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { expect, it } from "vitest";
import { prepareGraph, preparePixelGraph, selectModels } from "#inference/bundle/prepare.ts";
import { GraphBuilder } from "#inference/onnx/graph.ts";
import { withPixelInput } from "#inference/onnx/pixel-input.ts";
import { CPU, openModel } from "#inference/runtime/session.ts";
import { MODELS_DIR } from "../../harness/inference/process.ts";

const open = (bytes: Uint8Array) => openModel({ name: "model", bytes }, CPU);

/** Takes three numbers, and doubles them. */
function doubling(): GraphBuilder {
  const graph = new GraphBuilder("doubling");
  const x = graph.input("x", ["batch", 3]);
  graph.output("double", graph.node("Mul", [x, graph.floats([2], [1])]), ["batch", 3]);
  return graph;
}

it("a model that takes pixels takes them as bytes, under a name that says so, and answers the same", async () => {
  const model = await open(withPixelInput(doubling().encode()));
  expect(model.inputs).toEqual(["x_bytes"]);
  const pixels = { data: Uint8Array.of(0, 1, 127, 128, 254, 255), dims: [2, 3] };
  expect((await model.run({ x_bytes: pixels })).double!.data).toEqual(
    Float32Array.of(0, 2, 254, 256, 508, 510),
  );
  const numbers = { data: new Float32Array(3), dims: [1, 3] };
  await expect(model.run({ x_bytes: numbers })).rejects.toMatchObject({ code: "input_invalid" });
});

it("every placed model answers bytes with the very numbers that it answers floats", async () => {
  const { models } = await selectModels(MODELS_DIR);
  const placed = models.filter(({ placement }) => placement !== null);
  expect(placed.length).toBeGreaterThan(4);
  for (const model of placed) {
    const dims = [2, ...model.placement!.item];
    const data = new Uint8Array(dims.reduce((product, size) => product * size, 1)).map(
      (_, i) => (i * 31) % 256,
    );
    const answers = [await prepareGraph(MODELS_DIR, model), await preparePixelGraph(MODELS_DIR, model)].map(
      async (bytes) => {
        const model = await open(bytes);
        return model.run({ [model.inputs[0]!]: { data, dims } });
      },
    );
    expect(await answers[1], model.name).toEqual(await answers[0]);
  }
});

it("an old model, whose constants stand among its inputs, keeps them as they are", async () => {
  const model = await open(withPixelInput(withListedConstants(doubling())));
  const pixels = { data: Uint8Array.of(1, 2, 3), dims: [1, 3] };
  expect((await model.run({ x_bytes: pixels })).double!.data).toEqual(Float32Array.of(2, 4, 6));
});

it("a model of two images is rejected", () => {
  const graph = doubling();
  graph.input("y", ["batch", 3]);
  expect(() => withPixelInput(graph.encode())).toThrow(
    expect.objectContaining({ code: "unsupported_graph", message: "a model with 2 inputs takes no pixels" }),
  );
});

/** The graph as exporters wrote it before IR version 4: its constant, of one number, is an input as well. */
function withListedConstants(graph: GraphBuilder): Uint8Array {
  graph.input("c0", [1]);
  // Fields of a message that come twice are joined.
  return Buffer.concat([graph.encode(), new BinaryWriter().tag(1, WireType.Varint).int64(3).finish()]);
}
