import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { ImportError } from "./errors.ts";
import { type Field, fieldsOf, replaced, textOf, write } from "./messages.ts";

/** Numbers of fields in onnx.proto3, of the messages that are changed here. */
const MODEL = { graph: 7 } as const;
const GRAPH = { node: 1, initializer: 5, input: 11 } as const;
const NODE = { input: 1, output: 2, op: 4, attribute: 5 } as const;
const ATTRIBUTE = { name: 1, integer: 3, kind: 20 } as const;
const VALUE = { name: 1, type: 2 } as const;
const TENSOR = { name: 8 } as const;
const TYPE = { tensor: 1 } as const;
const TENSOR_TYPE = { element: 1 } as const;

/** TensorProto.DataType. */
const ELEMENT = { float32: 1, uint8: 2 } as const;
/** AttributeProto.AttributeType of an integer. */
const INTEGER = 2;

/**
 * The same model with byte pixels as its one input: a Cast to float32 comes first. This sends a quarter of
 * the data to a GPU, which converts it. The input keeps its name, with `_bytes` at the end. Throws
 * ImportError unsupported_graph if a model has another number of inputs.
 */
export function withPixelInput(model: Uint8Array): Uint8Array {
  return replaced(model, MODEL.graph, (graph) => {
    const fields = fieldsOf(graph);
    const constants = new Set(
      fields.filter(({ number }) => number === GRAPH.initializer).map((f) => textOf(f.content, TENSOR.name)),
    );
    // Before IR version 4 the constants of a graph are listed among its inputs.
    const isInput = ({ number, content }: Field) =>
      number === GRAPH.input && !constants.has(textOf(content, VALUE.name));
    const inputs = fields.filter(isInput).map(({ content }) => textOf(content, VALUE.name));
    if (inputs.length !== 1) {
      throw new ImportError("unsupported_graph", `a model with ${inputs.length} inputs takes no pixels`);
    }
    const writer = new BinaryWriter();
    writeCast(writer, `${inputs[0]}_bytes`, inputs[0]!);
    for (const field of fields) {
      write(writer, isInput(field) ? { ...field, content: asBytes(field.content, inputs[0]!) } : field);
    }
    return writer.finish();
  });
}

/** A node that turns bytes into float32, which every later node may use. */
function writeCast(writer: BinaryWriter, from: string, to: string): void {
  writer.tag(GRAPH.node, WireType.LengthDelimited).fork();
  writer.tag(NODE.input, WireType.LengthDelimited).string(from);
  writer.tag(NODE.output, WireType.LengthDelimited).string(to);
  writer.tag(NODE.op, WireType.LengthDelimited).string("Cast");
  writer.tag(NODE.attribute, WireType.LengthDelimited).fork();
  writer.tag(ATTRIBUTE.name, WireType.LengthDelimited).string("to");
  writer.tag(ATTRIBUTE.integer, WireType.Varint).int64(ELEMENT.float32);
  writer.tag(ATTRIBUTE.kind, WireType.Varint).int64(INTEGER);
  writer.join();
  writer.join();
}

/** A ValueInfoProto of the same shape, with bytes and another name. */
function asBytes(value: Uint8Array, name: string): Uint8Array {
  const element = new BinaryWriter().int64(ELEMENT.uint8).finish();
  const typed = replaced(value, VALUE.type, (type) =>
    replaced(type, TYPE.tensor, (tensor) => replaced(tensor, TENSOR_TYPE.element, () => element)),
  );
  return replaced(typed, VALUE.name, () => new TextEncoder().encode(`${name}_bytes`));
}
