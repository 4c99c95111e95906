import { type Arena, MOST_DIMENSIONS, SEGMENT_BYTES } from "./arena.ts";
import { Finder, type Probe, type RowBounds } from "./finder.ts";
import { PROBE_RAISE, quantiseRow, strideOf } from "./quantize.ts";

/** A reference that a search found. */
export interface Found {
  readonly registrationId: string;
  /** Dot product of its vector with the probe's, summed in order in 64-bit floats. */
  readonly score: number;
}

/** About what a reference costs beside its vectors: its id, its place in the index. */
const BYTES_OF_ID = 150;
const BYTES_OF_NUMBERS = 2 * Float32Array.BYTES_PER_ELEMENT + Float64Array.BYTES_PER_ELEMENT;

/** Rows that lie one after the other in the arena, and the same as 32-bit floats. */
interface Segment extends RowBounds {
  readonly address: number;
  readonly vectors: Float32Array;
  readonly sequence: Float64Array;
  error: number;
  length: number;
}

/**
 * The references of one gallery. Rows have no gaps: the last one takes the place of one that goes.
 *
 * A search is exact: it answers what comparing the probe with every vector would, best score first, equal scores by
 * their `seq`. See `Finder` for why the rows that are compared suffice.
 */
export class Gallery {
  readonly dimensions: number;
  readonly #arena: Arena;
  readonly #stride: number;
  readonly #perSegment: number;
  readonly #segments: Segment[] = [];
  readonly #ids: string[] = [];
  readonly #rows = new Map<string, number>();

  /** Throws `RangeError` outside 1 to 4,096 dimensions. */
  constructor(arena: Arena, dimensions: number) {
    if (!(dimensions >= 1 && dimensions <= MOST_DIMENSIONS)) throw new RangeError("dimensions");
    this.#arena = arena;
    this.dimensions = dimensions;
    this.#stride = strideOf(dimensions);
    this.#perSegment = Math.floor(SEGMENT_BYTES / this.#stride);
  }

  get size(): number {
    return this.#ids.length;
  }

  /** Bytes of memory, as far as they can be told. */
  get bytes(): number {
    return this.#segments.length * this.#bytesPerSegment + this.size * BYTES_OF_ID;
  }

  /** Bytes that so many more references would take at most. */
  bytesOf(more: number): number {
    return Math.ceil(more / this.#perSegment) * this.#bytesPerSegment + more * BYTES_OF_ID;
  }

  get #bytesPerSegment(): number {
    const { dimensions } = this;
    return (
      SEGMENT_BYTES + this.#perSegment * (dimensions * Float32Array.BYTES_PER_ELEMENT + BYTES_OF_NUMBERS)
    );
  }

  /** Holds a registration's reference from now on, in place of one that it may have had. */
  put(registrationId: string, seq: number, vector: Float32Array): void {
    const row = this.#rows.get(registrationId) ?? this.#append(registrationId);
    const [segment, index] = this.#place(row);
    const integers = this.#integers(segment, index);
    const { scale, error, length } = quantiseRow(vector, integers);
    segment.scales[index] = scale;
    segment.excesses[index] = PROBE_RAISE * sumOf(integers);
    segment.sequence[index] = seq;
    segment.vectors.set(vector, index * this.dimensions);
    segment.error = Math.max(segment.error, error);
    segment.length = Math.max(segment.length, length);
  }

  /** Forgets a registration's reference; nothing of its vectors stays in memory. */
  remove(registrationId: string): void {
    const row = this.#rows.get(registrationId);
    if (row === undefined) return;
    const last = this.size - 1;
    if (row !== last) this.#move(last, row);
    const [segment, index] = this.#place(last);
    this.#integers(segment, index).fill(0);
    this.#vector(segment, index).fill(0);
    this.#rows.delete(registrationId);
    this.#ids.pop();
    if (last % this.#perSegment === 0) this.#arena.give(this.#segments.pop()!.address);
  }

  /** Forgets everything. */
  clear(): void {
    for (const { address, vectors } of this.#segments) {
      this.#arena.give(address);
      vectors.fill(0);
    }
    this.#segments.length = 0;
    this.#ids.length = 0;
    this.#rows.clear();
  }

  /** Answers up to eight probes in one pass over the rows; each has the gallery's dimensions. */
  search(probes: readonly Probe[]): Found[][] {
    const finders = probes.map((probe) => new Finder(probe));
    const width = this.#arena.ask(finders.map(({ integers }) => integers));
    this.#segments.forEach((segment, n) => {
      const first = n * this.#perSegment;
      const count = Math.min(this.#perSegment, this.size - first);
      const dots = this.#arena.scan(segment.address, count, this.#stride, width);
      finders.forEach((finder, column) => {
        finder.look(first, count, segment, dots, width, column);
      });
    });
    return finders.map((finder, i) => this.#compared(probes[i]!, finder.rows()));
  }

  #compared({ vector, limit }: Probe, rows: readonly number[]): Found[] {
    const scored = rows.map((row) => {
      const [segment, index] = this.#place(row);
      return { row, seq: segment.sequence[index]!, score: dot(vector, segment.vectors, index) };
    });
    scored.sort((a, b) => b.score - a.score || a.seq - b.seq);
    return scored.slice(0, limit).map(({ row, score }) => ({ registrationId: this.#ids[row]!, score }));
  }

  #append(registrationId: string): number {
    const row = this.size;
    if (row === this.#segments.length * this.#perSegment) this.#segments.push(this.#newSegment());
    this.#ids.push(registrationId);
    this.#rows.set(registrationId, row);
    return row;
  }

  #newSegment(): Segment {
    const rows = this.#perSegment;
    return {
      address: this.#arena.take(),
      vectors: new Float32Array(rows * this.dimensions),
      scales: new Float32Array(rows),
      excesses: new Int32Array(rows),
      sequence: new Float64Array(rows),
      error: 0,
      length: 0,
    };
  }

  #move(from: number, to: number): void {
    const [source, index] = this.#place(from);
    const id = this.#ids[from]!;
    this.#rows.delete(this.#ids[to]!);
    this.#ids[to] = id;
    this.#rows.set(id, to);
    this.put(id, source.sequence[index]!, this.#vector(source, index));
  }

  #place(row: number): [segment: Segment, index: number] {
    return [this.#segments[Math.floor(row / this.#perSegment)]!, row % this.#perSegment];
  }

  #integers({ address }: Segment, index: number): Int8Array {
    return this.#arena.row(address + index * this.#stride, this.#stride);
  }

  #vector({ vectors }: Segment, index: number): Float32Array {
    return vectors.subarray(index * this.dimensions, (index + 1) * this.dimensions);
  }
}

function sumOf(integers: Int8Array): number {
  let sum = 0;
  for (const element of integers) sum += element;
  return sum;
}

/** The comparison score as the edge computes it for two templates. */
function dot(probe: Float32Array, vectors: Float32Array, index: number): number {
  const start = index * probe.length;
  let sum = 0;
  for (let i = 0; i < probe.length; i++) sum += probe[i]! * vectors[start + i]!;
  return sum;
}
