import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

/**
 * The part of onnx.proto3 (ONNX IR version 8) that this project writes, as protobuf wire format. Field
 * numbers are those of https://github.com/onnx/onnx/blob/v1.12.0/onnx/onnx.proto3.
 */
const IR_VERSION = 8;
const OPSET = 13;

/** TensorProto.DataType. */
const ELEMENT = { float32: 1, int64: 7 } as const;

/** A dimension: a size, or a name that represents any size. */
export type Dim = number | string;

/** An integer, or a list of integers: the models here need no other attribute. */
export type Attribute = number | readonly number[];

export interface Initializer {
  readonly name: string;
  readonly dims: readonly number[];
  readonly data: Float32Array | BigInt64Array;
}

export interface NodeDef {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: Readonly<Record<string, Attribute>>;
}

/** An input or output: float32. */
export interface ValueInfo {
  readonly name: string;
  readonly dims: readonly Dim[];
}

interface GraphDef {
  readonly name: string;
  readonly nodes: readonly NodeDef[];
  readonly initializers: readonly Initializer[];
  readonly inputs: readonly ValueInfo[];
  readonly outputs: readonly ValueInfo[];
}

/** A ModelProto; equal graphs give equal bytes. */
export function encodeModel(graph: GraphDef): Uint8Array {
  const writer = new BinaryWriter();
  integer(writer, 1, IR_VERSION);
  text(writer, 2, "selfsame");
  message(writer, 7, () => writeGraph(writer, graph));
  message(writer, 8, () => {
    text(writer, 1, "");
    integer(writer, 2, OPSET);
  });
  return writer.finish();
}

function writeGraph(writer: BinaryWriter, graph: GraphDef): void {
  for (const node of graph.nodes) message(writer, 1, () => writeNode(writer, node));
  text(writer, 2, graph.name);
  for (const tensor of graph.initializers) message(writer, 5, () => writeTensor(writer, tensor));
  for (const value of graph.inputs) message(writer, 11, () => writeValue(writer, value));
  for (const value of graph.outputs) message(writer, 12, () => writeValue(writer, value));
}

function writeNode(writer: BinaryWriter, node: NodeDef): void {
  for (const name of node.inputs) text(writer, 1, name);
  for (const name of node.outputs) text(writer, 2, name);
  text(writer, 4, node.op);
  for (const [name, value] of Object.entries(node.attributes)) {
    message(writer, 5, () => {
      text(writer, 1, name);
      writeAttribute(writer, value);
    });
  }
}

/** AttributeProto: the value in its own field, its kind in field 20. */
function writeAttribute(writer: BinaryWriter, value: Attribute): void {
  if (typeof value === "number") {
    integer(writer, 3, value);
    integer(writer, 20, 2);
  } else {
    for (const item of value) integer(writer, 8, item);
    integer(writer, 20, 7);
  }
}

function writeTensor(writer: BinaryWriter, tensor: Initializer): void {
  const { data } = tensor;
  for (const size of tensor.dims) integer(writer, 1, size);
  integer(writer, 2, data instanceof Float32Array ? ELEMENT.float32 : ELEMENT.int64);
  text(writer, 8, tensor.name);
  // raw_data is little-endian, as is every machine that Node and ONNX Runtime run on.
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  writer.tag(9, WireType.LengthDelimited).bytes(raw);
}

/** ValueInfoProto { name, type { tensor_type { elem_type, shape { dim* } } } }. */
function writeValue(writer: BinaryWriter, value: ValueInfo): void {
  text(writer, 1, value.name);
  message(writer, 2, () =>
    message(writer, 1, () => {
      integer(writer, 1, ELEMENT.float32);
      message(writer, 2, () => {
        for (const dim of value.dims) {
          message(writer, 1, () =>
            typeof dim === "number" ? integer(writer, 1, dim) : text(writer, 2, dim),
          );
        }
      });
    }),
  );
}

function integer(writer: BinaryWriter, field: number, value: number): void {
  writer.tag(field, WireType.Varint).int64(value);
}

function text(writer: BinaryWriter, field: number, value: string): void {
  writer.tag(field, WireType.LengthDelimited).string(value);
}

function message(writer: BinaryWriter, field: number, write: () => unknown): void {
  writer.tag(field, WireType.LengthDelimited).fork();
  write();
  writer.join();
}
