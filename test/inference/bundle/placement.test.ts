import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { expect, it } from "vitest";
import { BUNDLED } from "#inference/bundle/bundled.ts";
import { prepareGraph } from "#inference/bundle/prepare.ts";
import { MODELS_DIR } from "../../harness/inference/process.ts";

/** Field numbers of onnx.proto3: a model's graph, a graph's nodes, a node's operator. */
const [GRAPH, NODE, OPERATOR] = [7, 1, 4];

/** The values of a field of a message, each as its bytes. */
function field(message: Uint8Array, wanted: number): Uint8Array[] {
  const reader = new BinaryReader(message);
  const found: Uint8Array[] = [];
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    if (number === wanted && type === WireType.LengthDelimited) found.push(reader.bytes());
    else reader.skip(type);
  }
  return found;
}

const operatorsOf = (model: Uint8Array): string[] =>
  field(model, GRAPH).flatMap((graph) =>
    field(graph, NODE).flatMap((node) => field(node, OPERATOR).map((name) => new TextDecoder().decode(name))),
  );

const placed = BUNDLED.filter(({ placement }) => placement !== null);

// ONNX Runtime keeps nodes that compute with shapes on the processor whatever the provider
// (microsoft/onnxruntime issue 17930), and a model that goes to a GPU opens there as a whole or not at all.
it.each(placed.map((model) => [model.name, model] as const))(
  "%s may go to a GPU, and so computes with no shapes",
  async (_, model) => {
    const operators = operatorsOf(await prepareGraph(MODELS_DIR, model));
    expect(operators.length).toBeGreaterThan(20);
    const onShapes = operators.filter((name) => ["Shape", "Size", "NonZero"].includes(name));
    expect(onShapes).toEqual([]);
  },
);
