import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { ImportError } from "./errors.ts";
import { composed, contentsOf, type Field, fieldsOf, replaced, textOf, varintsOf } from "./messages.ts";

/** Numbers of fields in onnx.proto3, of the messages that are read and written here. */
const MODEL = { graph: 7 } as const;
const GRAPH = { node: 1, initializer: 5, output: 12 } as const;
const NODE = { input: 1, output: 2, op: 4, attribute: 5 } as const;
const ATTRIBUTE = { name: 1, float: 2, integer: 3, tensor: 5, integers: 8, kind: 20 } as const;
const KIND = { float: 1, integer: 2 } as const;
const TENSOR = { dims: 1, element: 2, name: 8, raw: 9 } as const;
const FLOAT32 = 1;

/** A node with one output; its attributes are messages. */
export interface GraphNode {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly attributes: readonly Uint8Array[];
}

/** A constant of float32, row-major. */
interface FloatTensor {
  readonly dims: readonly number[];
  readonly data: Float32Array;
}

/** A published graph while its nodes are exchanged for others that compute the same. */
export class GraphEdit {
  nodes: GraphNode[];
  /** Tensor messages without their name, by name. */
  readonly #constants: Map<string, Uint8Array>;
  readonly #model: Uint8Array;

  /** Constants may be nodes or initializers; they all become initializers. */
  constructor(model: Uint8Array) {
    this.#model = model;
    const graph = contentsOf(model, MODEL.graph)[0]!;
    const nodes = contentsOf(graph, GRAPH.node).map(nodeOf);
    const isConstant = ({ op }: GraphNode) => op === "Constant";
    this.nodes = nodes.filter((node) => !isConstant(node));
    this.#constants = new Map([
      ...contentsOf(graph, GRAPH.initializer).map((each) => [textOf(each, TENSOR.name), each] as const),
      ...nodes
        .filter(isConstant)
        .map((n) => [n.output, contentsOf(n.attributes[0]!, ATTRIBUTE.tensor)[0]!] as const),
    ]);
  }

  /** The constant of this name; undefined if the name is no constant of float32. */
  floats(name: string | undefined): FloatTensor | undefined {
    const tensor = name === undefined ? undefined : this.#constants.get(name);
    const raw = tensor && contentsOf(tensor, TENSOR.raw)[0];
    if (raw === undefined || varintsOf(tensor!, TENSOR.element)[0] !== FLOAT32) return undefined;
    return { dims: varintsOf(tensor!, TENSOR.dims), data: new Float32Array(new Uint8Array(raw).buffer) };
  }

  /** The value of a constant of one number; undefined for any other. */
  scalar(name: string | undefined): number | undefined {
    const data = this.floats(name)?.data;
    return data?.length === 1 ? data[0] : undefined;
  }

  setFloats(name: string, { dims, data }: FloatTensor): string {
    const writer = new BinaryWriter();
    for (const size of dims) writer.tag(TENSOR.dims, WireType.Varint).int64(size);
    writer.tag(TENSOR.element, WireType.Varint).int64(FLOAT32);
    writer.tag(TENSOR.raw, WireType.LengthDelimited).bytes(new Uint8Array(data.buffer));
    this.#constants.set(name, writer.finish());
    return name;
  }

  /** The node that computes a value; undefined for an input or a constant. */
  producer(value: string | undefined): GraphNode | undefined {
    return this.nodes.find(({ output }) => output === value);
  }

  consumers(value: string): GraphNode[] {
    return this.nodes.filter(({ inputs }) => inputs.includes(value));
  }

  /** Takes nodes out, and puts others in the place of the last of them. */
  replace(old: readonly GraphNode[], by: readonly GraphNode[]): void {
    const last = old.at(-1);
    this.nodes = this.nodes.flatMap((node) => (node === last ? by : old.includes(node) ? [] : [node]));
  }

  /** The model of these nodes and the constants that they use. */
  encode(): Uint8Array {
    const used = new Set(this.nodes.flatMap(({ inputs }) => inputs));
    const isReplaced = ({ number }: Field) => number === GRAPH.node || number === GRAPH.initializer;
    const field = (number: number, content: Uint8Array): Field => ({
      number,
      wire: WireType.LengthDelimited,
      content,
    });
    return replaced(this.#model, MODEL.graph, (graph) =>
      composed([
        ...this.nodes.map((node) => field(GRAPH.node, encodeNode(node))),
        ...fieldsOf(graph).filter((each) => !isReplaced(each)),
        ...[...this.#constants]
          .filter(([name]) => used.has(name))
          .map(([name, tensor]) => field(GRAPH.initializer, named(tensor, name))),
      ]),
    );
  }
}

/** An attribute of one number; whole numbers in `integer`. */
export function attribute(name: string, kind: keyof typeof KIND, value: number): Uint8Array {
  const writer = new BinaryWriter().tag(ATTRIBUTE.name, WireType.LengthDelimited).string(name);
  if (kind === "float") writer.tag(ATTRIBUTE.float, WireType.Bit32).float(value);
  else writer.tag(ATTRIBUTE.integer, WireType.Varint).int64(value);
  return writer.tag(ATTRIBUTE.kind, WireType.Varint).int64(KIND[kind]).finish();
}

/** The whole numbers of a node's attribute; empty if it has none of this name. */
export function integersOf({ attributes }: GraphNode, name: string): number[] {
  const found = attributes.find((each) => textOf(each, ATTRIBUTE.name) === name);
  return found === undefined ? [] : varintsOf(found, ATTRIBUTE.integers);
}

/** The number of a node's attribute; undefined if it has none of this name. */
export function floatOf({ attributes }: GraphNode, name: string): number | undefined {
  const found = attributes.find((each) => textOf(each, ATTRIBUTE.name) === name);
  const bytes = found === undefined ? undefined : contentsOf(found, ATTRIBUTE.float)[0];
  return bytes && new DataView(bytes.buffer, bytes.byteOffset).getFloat32(0, true);
}

function nodeOf(message: Uint8Array): GraphNode {
  const texts = (number: number) => contentsOf(message, number).map((each) => new TextDecoder().decode(each));
  const [output, ...others] = texts(NODE.output);
  if (others.length > 0) throw new ImportError("unsupported_graph", "a node has several outputs");
  return {
    op: textOf(message, NODE.op),
    inputs: texts(NODE.input),
    output: output!,
    attributes: contentsOf(message, NODE.attribute),
  };
}

function encodeNode({ op, inputs, output, attributes }: GraphNode): Uint8Array {
  const writer = new BinaryWriter();
  for (const input of inputs) writer.tag(NODE.input, WireType.LengthDelimited).string(input);
  writer.tag(NODE.output, WireType.LengthDelimited).string(output);
  writer.tag(NODE.op, WireType.LengthDelimited).string(op);
  for (const each of attributes) writer.tag(NODE.attribute, WireType.LengthDelimited).bytes(each);
  return writer.finish();
}

function named(tensor: Uint8Array, name: string): Uint8Array {
  const others = fieldsOf(tensor).filter(({ number }) => number !== TENSOR.name);
  const content = new TextEncoder().encode(name);
  return composed([...others, { number: TENSOR.name, wire: WireType.LengthDelimited, content }]);
}
