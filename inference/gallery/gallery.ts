import { type Arena, MAX_DIMENSIONS } from "./arena.ts";
import { Finder, type Probe } from "./finder.ts";
import type { Candidate } from "./messages.ts";
import { Segment, type SegmentShape, segmentShape } from "./segment.ts";

/** About what a reference costs beside its segment: its id and its place in the map of ids. */
const BYTES_OF_ID = 150;

/**
 * The references of one gallery. Rows have no gaps: the last one takes the place of a removed one.
 *
 * A search is exact: it gives the candidates that a comparison of the probe with every vector would, best
 * score first, equal scores by ascending `seq`. `Finder` says why comparing some of the rows is enough.
 */
export class Gallery {
  readonly dimensions: number;
  readonly #arena: Arena;
  readonly #shape: SegmentShape;
  readonly #segments: Segment[] = [];
  readonly #ids: string[] = [];
  readonly #rows = new Map<string, number>();
  /** Numbers of the segments that have changed since somebody took them out of this set. */
  readonly changed = new Set<number>();

  /** Throws `RangeError` outside 1 to 4,096 dimensions. */
  constructor(arena: Arena, dimensions: number) {
    if (!(dimensions >= 1 && dimensions <= MAX_DIMENSIONS)) throw new RangeError("dimensions");
    this.#arena = arena;
    this.dimensions = dimensions;
    this.#shape = segmentShape(dimensions);
  }

  get size(): number {
    return this.#ids.length;
  }

  get segments(): number {
    return this.#segments.length;
  }

  /** Bytes of memory, estimated for the ids. */
  get bytes(): number {
    return this.#segments.length * this.#shape.bytes + this.size * BYTES_OF_ID;
  }

  /** Bytes that this many more references would take at most. */
  bytesOf(more: number): number {
    return Math.ceil(more / this.#shape.rows) * this.#shape.bytes + more * BYTES_OF_ID;
  }

  /** Adds a registration's reference, in place of an earlier one of the same registration. */
  put(registrationId: string, seq: number, vector: Float32Array): void {
    const row = this.#rows.get(registrationId) ?? this.#append(registrationId);
    const [segment, index] = this.#place(row);
    segment.write(index, seq, vector);
    this.changed.add(this.#segmentOf(row));
  }

  /** Removes a registration's reference; nothing of its vectors stays in memory. */
  remove(registrationId: string): void {
    const row = this.#rows.get(registrationId);
    if (row === undefined) return;
    const last = this.size - 1;
    if (row !== last) this.#move(last, row);
    const [segment, index] = this.#place(last);
    segment.erase(index);
    this.#rows.delete(registrationId);
    this.#ids.pop();
    this.changed.add(this.#segmentOf(last));
    if (last % this.#shape.rows > 0) return;
    this.#segments.pop()!.release();
    this.changed.delete(this.#segmentOf(last));
  }

  /** Removes every reference. */
  clear(): void {
    for (const segment of this.#segments) segment.release();
    this.#segments.length = 0;
    this.#ids.length = 0;
    this.#rows.clear();
    this.changed.clear();
  }

  /** A segment as it lies in memory: its registrations, and views that are valid until the next change. */
  saved(segment: number): { readonly ids: readonly string[]; readonly rows: readonly Uint8Array[] } {
    const first = segment * this.#shape.rows;
    const ids = this.#ids.slice(first, first + this.#shape.rows);
    return { ids, rows: this.#segments[segment]!.views() };
  }

  /** Appends a saved segment. The gallery's other segments are full. Throws when it has another shape. */
  restore(ids: readonly string[], rows: Uint8Array): void {
    const segment = new Segment(this.#arena, this.#shape);
    this.#segments.push(segment);
    let at = 0;
    for (const view of segment.views()) {
      view.set(rows.subarray(at, at + view.length));
      at += view.length;
    }
    if (at !== rows.length) throw new RangeError("a saved segment has another shape");
    for (const id of ids) this.#rows.set(id, this.#ids.push(id) - 1);
  }

  /** Searches for up to `MAX_PROBES` probes in one pass over the rows; each has the gallery's dimensions. */
  search(probes: readonly Probe[]): Candidate[][] {
    const { rows, stride } = this.#shape;
    const finders = probes.map((probe) => new Finder(probe));
    const width = this.#arena.setProbes(finders.map(({ integers }) => integers));
    this.#segments.forEach((segment, n) => {
      const first = n * rows;
      const count = Math.min(rows, this.size - first);
      const dots = this.#arena.scan(segment.address, count, stride, width);
      finders.forEach((finder, column) => {
        finder.consider(first, count, segment, dots, width, column);
      });
    });
    this.#arena.clearProbes();
    return finders.map((finder, i) => this.#compare(probes[i]!, finder.rows()));
  }

  #compare({ vector, limit }: Probe, rows: readonly number[]): Candidate[] {
    const scored = rows.map((row) => {
      const [segment, index] = this.#place(row);
      return { row, seq: segment.seq(index), score: dot(vector, segment.vectors, index) };
    });
    scored.sort((a, b) => b.score - a.score || a.seq - b.seq);
    return scored.slice(0, limit).map(({ row, score }) => ({ registrationId: this.#ids[row]!, score }));
  }

  #append(registrationId: string): number {
    const row = this.size;
    if (row === this.#segments.length * this.#shape.rows) {
      this.#segments.push(new Segment(this.#arena, this.#shape));
    }
    this.#ids.push(registrationId);
    this.#rows.set(registrationId, row);
    return row;
  }

  #move(from: number, to: number): void {
    const [segment, index] = this.#place(from);
    const id = this.#ids[from]!;
    this.#rows.delete(this.#ids[to]!);
    this.#ids[to] = id;
    this.#rows.set(id, to);
    this.put(id, segment.seq(index), segment.vector(index));
  }

  #place(row: number): [segment: Segment, index: number] {
    const { rows } = this.#shape;
    return [this.#segments[this.#segmentOf(row)]!, row % rows];
  }

  #segmentOf(row: number): number {
    return Math.floor(row / this.#shape.rows);
  }
}

/** The comparison score, computed as the edge does for two templates. */
function dot(probe: Float32Array, vectors: Float32Array, index: number): number {
  const start = index * probe.length;
  let sum = 0;
  for (let i = 0; i < probe.length; i++) sum += probe[i]! * vectors[start + i]!;
  return sum;
}
