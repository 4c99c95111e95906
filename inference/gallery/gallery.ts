import { GraphBuilder } from "../onnx/graph.ts";
import { CPU, type Model, openModel } from "../runtime/session.ts";
import { Best, rescored } from "./exact.ts";
import type { Candidate } from "./gallery-index.ts";

/** Numbers of a block at most: 8 MiB, which one core compares in about a millisecond. */
const BLOCK = 2 ** 21;
/** Rows of a gallery's first block, which doubles until it is full. */
const FIRST_ROWS = 16;
const FLOAT = Float32Array.BYTES_PER_ELEMENT;
/** Approximate bytes of a reference besides its vector: its id and its entry in the map of ids. */
const BYTES_OF_ID = 150;

/**
 * The references of one gallery, as rows without gaps: the last row moves to the place of a removed one. A
 * search compares the probe with every row by ONNX Runtime's matrix product, in 32-bit floats, and then
 * computes the exact scores of the rows that may be among the best. It yields between blocks; the gallery
 * must not change meanwhile.
 */
export class Gallery {
  readonly dimensions: number;
  /** Rows of a full block. */
  readonly #blockRows: number;
  /** All are full but for the last. */
  readonly #blocks: Float32Array[] = [];
  readonly #ids: string[] = [];
  readonly #rows = new Map<string, number>();

  /** `dimensions`: numbers of each vector, 1 to 4,096. */
  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.#blockRows = Math.floor(BLOCK / dimensions);
  }

  get size(): number {
    return this.#ids.length;
  }

  /** Bytes of memory, estimated for the ids. */
  get bytes(): number {
    return this.#blocks.reduce((sum, { byteLength }) => sum + byteLength, this.size * BYTES_OF_ID);
  }

  /** Bytes with this many more references, at most. */
  bytesWith(more: number): number {
    const rows = this.size + more;
    const full = Math.floor(rows / this.#blockRows) * this.#blockRows;
    const capacity = full + (rows > full ? this.#capacityFor(rows - full) : 0);
    return Math.max(this.bytes, capacity * this.dimensions * FLOAT + rows * BYTES_OF_ID);
  }

  /** Adds a registration's reference, in place of an earlier one of the same registration. */
  put(registrationId: string, vector: Float32Array): void {
    this.#vector(this.#rows.get(registrationId) ?? this.#append(registrationId)).set(vector);
  }

  /** Removes a registration's reference, and overwrites its vector. */
  remove(registrationId: string): void {
    const row = this.#rows.get(registrationId);
    if (row === undefined) return;
    const last = this.size - 1;
    const id = this.#ids.pop()!;
    if (row !== last) {
      this.#vector(row).set(this.#vector(last));
      this.#ids[row] = id;
      this.#rows.set(id, row);
    }
    this.#vector(last).fill(0);
    this.#rows.delete(registrationId);
    if (last % this.#blockRows === 0) this.#blocks.pop();
  }

  async search(probe: Float32Array, limit: number): Promise<Candidate[]> {
    const { dimensions } = this;
    const best = new Best(limit, dimensions);
    for (const [n, block] of this.#blocks.entries()) {
      const first = n * this.#blockRows;
      const count = Math.min(this.#blockRows, this.size - first);
      best.consider(first, await dots(block.subarray(0, count * dimensions), probe));
    }
    const references = best
      .rows()
      .map((row) => ({ registrationId: this.#ids[row]!, vector: this.#vector(row) }));
    return rescored(probe, references, limit);
  }

  #append(registrationId: string): number {
    const row = this.size;
    this.#makeRoom(Math.floor(row / this.#blockRows), (row % this.#blockRows) + 1);
    this.#ids.push(registrationId);
    this.#rows.set(registrationId, row);
    return row;
  }

  #makeRoom(block: number, rows: number): void {
    const old = this.#blocks[block];
    const length = rows * this.dimensions;
    if (old !== undefined && old.length >= length) return;
    const grown = new Float32Array(this.#capacityFor(rows) * this.dimensions);
    if (old !== undefined) grown.set(old);
    this.#blocks[block] = grown;
  }

  /** Number of rows that fit into a block. */
  #capacityFor(rows: number): number {
    return Math.min(this.#blockRows, Math.max(FIRST_ROWS, 2 ** Math.ceil(Math.log2(rows))));
  }

  #vector(row: number): Float32Array {
    const start = (row % this.#blockRows) * this.dimensions;
    const block = this.#blocks[Math.floor(row / this.#blockRows)]!;
    return block.subarray(start, start + this.dimensions);
  }
}

let product: Promise<Model> | undefined;

/** Dot products of rows, one after the other, with a probe. */
async function dots(rows: Float32Array, probe: Float32Array): Promise<Float32Array> {
  product ??= openModel({ name: "gallery", bytes: buildProduct() }, CPU);
  const model = await product;
  const dimensions = probe.length;
  const { scores } = await model.run({
    rows: { data: rows, dims: [rows.length / dimensions, dimensions] },
    probe: { data: probe, dims: [dimensions, 1] },
  });
  return scores!.data as Float32Array;
}

function buildProduct(): Uint8Array {
  const graph = new GraphBuilder("gallery");
  const rows = graph.input("rows", ["rows", "dimensions"]);
  const probe = graph.input("probe", ["dimensions", 1]);
  graph.output("scores", graph.node("MatMul", [rows, probe]), ["rows", 1]);
  return graph.encode();
}
