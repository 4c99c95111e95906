/// <reference lib="es2025.float16" />
import { ImportError } from "../errors.ts";

/** A tensor of a TensorFlow.js weights file, decoded; row-major in TensorFlow's order of axes. */
export interface Weight {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

interface WeightEntry {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly quantization?: { readonly dtype: string; readonly scale?: number; readonly min?: number };
}

export interface WeightGroup {
  readonly weights: readonly WeightEntry[];
}

type Decode = (bytes: Uint8Array, entry: WeightEntry) => Float32Array;

/** By stored type: bytes of a value, and its decoding. Integers here (shapes, axes) are exact in float32. */
const STORED: Record<string, readonly [size: number, decode: Decode]> = {
  float32: [4, (bytes) => new Float32Array(bytes.buffer)],
  int32: [4, (bytes) => new Float32Array(new Int32Array(bytes.buffer))],
  float16: [2, (bytes) => new Float32Array(new Float16Array(bytes.buffer))],
  uint8: [1, dequantise],
};

function dequantise(bytes: Uint8Array, { name, quantization }: WeightEntry): Float32Array {
  const { scale, min } = quantization ?? {};
  if (scale === undefined || min === undefined) {
    throw new ImportError("unsupported_graph", `Weight ${name} has bytes without a scale.`);
  }
  const values = new Float32Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) values[i] = bytes[i]! * scale + min;
  return values;
}

/** Reads the weights that lie one after another in `content`. Throws ImportError for another length. */
export function readWeights(groups: readonly WeightGroup[], content: Uint8Array): Map<string, Weight> {
  const weights = new Map<string, Weight>();
  let offset = 0;
  for (const entry of groups.flatMap((group) => group.weights)) {
    const type = entry.quantization?.dtype ?? entry.dtype;
    const stored = STORED[type];
    if (stored === undefined) {
      throw new ImportError("unsupported_graph", `Weight ${entry.name} is stored as ${type}.`);
    }
    const [size, decode] = stored;
    const length = size * entry.shape.reduce((product, dim) => product * dim, 1);
    if (offset + length > content.length) {
      throw new ImportError("source_unreadable", `The weights end inside ${entry.name}.`);
    }
    // A copy, since typed arrays need aligned bytes.
    const bytes = new Uint8Array(content.subarray(offset, offset + length));
    weights.set(entry.name, { shape: entry.shape, data: decode(bytes, entry) });
    offset += length;
  }
  if (offset !== content.length) {
    throw new ImportError("source_unreadable", `${content.length - offset} bytes follow the last weight.`);
  }
  return weights;
}

type Dims = readonly [number, number, number, number];

/** A convolution's filter [height, width, in, out] in ONNX's order: [out, in, height, width]. */
export function kernelFirst(filter: Weight): { kernel: Float32Array; dims: Dims } {
  const [height, width, channels, out] = filter.shape as Dims;
  const kernel = permute(filter.data, filter.shape as Dims, [3, 2, 0, 1]);
  return { kernel, dims: [out, channels, height, width] };
}

/** Moves the axes of a row-major array: axis i of the result is axis `order[i]` of the source. */
export function permute(data: Float32Array, dims: Dims, order: Dims): Float32Array {
  const strides = [dims[1] * dims[2] * dims[3], dims[2] * dims[3], dims[3], 1];
  const [a, b, c, d] = order.map((axis) => ({ size: dims[axis]!, stride: strides[axis]! }));
  const result = new Float32Array(data.length);
  let at = 0;
  for (let i = 0; i < a!.size; i++) {
    for (let j = 0; j < b!.size; j++) {
      for (let k = 0; k < c!.size; k++) {
        const base = i * a!.stride + j * b!.stride + k * c!.stride;
        for (let l = 0; l < d!.size; l++) result[at++] = data[base + l * d!.stride]!;
      }
    }
  }
  return result;
}
