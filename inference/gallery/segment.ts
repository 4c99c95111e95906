import { type Arena, SEGMENT_BYTES } from "./arena.ts";
import type { RowBounds } from "./finder.ts";
import { PROBE_RAISE, quantiseRow, strideOf } from "./quantize.ts";

/** Changes with whatever `Segment.views` gives, and with how rows are quantised. */
export const FORMAT = `segment 1, raised by ${PROBE_RAISE}, ${SEGMENT_BYTES}`;

/** Bytes of a row's numbers beside its two vectors: scale, excess, `seq`. */
const BYTES_OF_NUMBERS = 2 * Float32Array.BYTES_PER_ELEMENT + Float64Array.BYTES_PER_ELEMENT;

/** The shape of the segments of one gallery. */
export interface SegmentShape {
  readonly dimensions: number;
  /** Elements of a quantised row, padding included. */
  readonly stride: number;
  /** Rows of a segment. */
  readonly rows: number;
  /** Bytes that a segment takes, in the arena and beside it. */
  readonly bytes: number;
}

export function segmentShape(dimensions: number): SegmentShape {
  const stride = strideOf(dimensions);
  const rows = Math.floor(SEGMENT_BYTES / stride);
  const bytes = SEGMENT_BYTES + rows * (dimensions * Float32Array.BYTES_PER_ELEMENT + BYTES_OF_NUMBERS);
  return { dimensions, stride, rows, bytes };
}

/** References one after the other: quantised in the arena for scans, and as 32-bit floats for scores. */
export class Segment implements RowBounds {
  /** Of the quantised rows, in the arena. */
  readonly address: number;
  readonly vectors: Float32Array;
  readonly scales: Float32Array;
  readonly excesses: Int32Array;
  readonly #seqs: Float64Array;
  readonly #arena: Arena;
  readonly #shape: SegmentShape;
  /** The error, then the length. */
  readonly #bounds = new Float64Array(2);

  constructor(arena: Arena, shape: SegmentShape) {
    this.address = arena.take();
    this.vectors = new Float32Array(shape.rows * shape.dimensions);
    this.scales = new Float32Array(shape.rows);
    this.excesses = new Int32Array(shape.rows);
    this.#seqs = new Float64Array(shape.rows);
    this.#arena = arena;
    this.#shape = shape;
  }

  get error(): number {
    return this.#bounds[0]!;
  }

  get length(): number {
    return this.#bounds[1]!;
  }

  seq(index: number): number {
    return this.#seqs[index]!;
  }

  vector(index: number): Float32Array {
    const { dimensions } = this.#shape;
    return this.vectors.subarray(index * dimensions, (index + 1) * dimensions);
  }

  write(index: number, seq: number, vector: Float32Array): void {
    const integers = this.#integers(index);
    const { scale, error, length } = quantiseRow(vector, integers);
    this.scales[index] = scale;
    this.excesses[index] = PROBE_RAISE * sumOf(integers);
    this.#seqs[index] = seq;
    this.vector(index).set(vector);
    this.#bounds[0] = Math.max(this.error, error);
    this.#bounds[1] = Math.max(this.length, length);
  }

  /** Overwrites a row's vectors with zeros. */
  erase(index: number): void {
    this.#integers(index).fill(0);
    this.vector(index).fill(0);
  }

  /** Overwrites everything with zeros and gives the memory back. */
  release(): void {
    this.#arena.give(this.address);
    this.vectors.fill(0);
  }

  /** All that the segment is, in the order of `FORMAT`: views, valid until the next segment is taken. */
  views(): Uint8Array[] {
    const { rows, stride } = this.#shape;
    const parts = [this.#bounds, this.scales, this.excesses, this.#seqs, this.vectors];
    return [this.#arena.row(this.address, rows * stride), ...parts].map(
      ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
    );
  }

  #integers(index: number): Int8Array {
    const { stride } = this.#shape;
    return this.#arena.row(this.address + index * stride, stride);
  }
}

function sumOf(integers: Int8Array): number {
  let sum = 0;
  for (const element of integers) sum += element;
  return sum;
}
