import {
  type Attribute,
  type Dim,
  encodeModel,
  type Initializer,
  type NodeDef,
  type ValueInfo,
} from "./wire.ts";

/** A name of a tensor inside a graph. */
export type Value = string;

/** Builds one ONNX graph (opset 13), node by node, in order; equal calls give equal bytes. */
export class GraphBuilder {
  readonly #name: string;
  readonly #nodes: NodeDef[] = [];
  readonly #initializers: Initializer[] = [];
  readonly #inputs: ValueInfo[] = [];
  readonly #outputs: ValueInfo[] = [];

  constructor(name: string) {
    this.#name = name;
  }

  /** A float32 input of the graph; a named dimension takes any size. */
  input(name: string, dims: readonly Dim[]): Value {
    this.#inputs.push({ name, dims });
    return name;
  }

  /** A constant of float32, row-major. */
  floats(data: Float32Array | readonly number[], dims: readonly number[]): Value {
    return this.#constant(data instanceof Float32Array ? data : Float32Array.from(data), dims);
  }

  /** A constant vector of int64, for shapes, axes and paddings. */
  integers(values: readonly number[]): Value {
    return this.#constant(BigInt64Array.from(values, BigInt), [values.length]);
  }

  /** Adds a node with one output; an empty input name omits an optional input. */
  node(op: string, inputs: readonly Value[], attributes: Record<string, Attribute> = {}): Value {
    const output = `v${this.#nodes.length}`;
    this.#nodes.push({ op, inputs, outputs: [output], attributes });
    return output;
  }

  /** Makes a float32 value an output of the graph under this name. */
  output(name: string, value: Value, dims: readonly Dim[]): void {
    this.#nodes.push({ op: "Identity", inputs: [value], outputs: [name], attributes: {} });
    this.#outputs.push({ name, dims });
  }

  /** The model as the bytes of an .onnx file. */
  encode(): Uint8Array {
    return encodeModel({
      name: this.#name,
      nodes: this.#nodes,
      initializers: this.#initializers,
      inputs: this.#inputs,
      outputs: this.#outputs,
    });
  }

  #constant(data: Float32Array | BigInt64Array, dims: readonly number[]): Value {
    const size = dims.reduce((product, dim) => product * dim, 1);
    if (size !== data.length)
      throw new RangeError(`A constant of [${dims}] cannot hold ${data.length} values.`);
    const name = `c${this.#initializers.length}`;
    this.#initializers.push({ name, dims, data });
    return name;
  }
}
