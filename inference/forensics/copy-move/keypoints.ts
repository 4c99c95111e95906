import { type Box, clipped, grown, outward } from "../../geometry/boxes.ts";
import { lumaWithin, type Raster } from "../../imaging/raster.ts";
import { GraphBuilder } from "../../onnx/graph.ts";
import type { Model } from "../../runtime/session.ts";

/** A pixel that differs from its surroundings more than any other pixel near it. */
export interface Keypoint {
  readonly x: number;
  readonly y: number;
  /** Of 255. */
  readonly response: number;
}

/** Pixels for one run of the graph: tables of a quarter of a megabyte fit into the CPU's cache. */
const TILE = { rows: 128, columns: 512 } as const;
/** Weaker responses are noise. */
const RESPONSE_MIN = 2;
/** The buffer holds this many times the requested keypoints before the weaker ones are dropped. */
const ROOM = 8;

/** At most `most` keypoints inside the box, strongest first. `model` runs the graph `keypoints`. */
export async function findKeypoints(
  raster: Raster,
  box: Box,
  most: number,
  model: Model,
): Promise<Keypoint[]> {
  const part = clipped(grown(outward(box), KEYPOINT_MARGIN), raster);
  const found = new Strongest(most, raster.width);
  const room = new Float32Array(TILE.rows * TILE.columns);
  for (const { from: y, length: height } of pieces(part.y, part.height, TILE.rows)) {
    for (const { from: x, length: width } of pieces(part.x, part.width, TILE.columns)) {
      const luma = lumaWithin(raster, { x, y, width, height }, room);
      const { peaks } = await model.run({ luma: { data: luma, dims: [1, 1, height, width] } });
      const first = (y + KEYPOINT_MARGIN) * raster.width + x + KEYPOINT_MARGIN;
      found.addAll(peaks!.data as Float32Array, width - 2 * KEYPOINT_MARGIN, first);
    }
  }
  return found.all();
}

/**
 * Keeps the strongest keypoints; equally strong ones from top to bottom and from left to right. An image with
 * a fine pattern may have a keypoint at each pixel, so the buffer is bounded by a multiple of `most`.
 */
class Strongest {
  readonly #most: number;
  /** Pixels in a row of the image. */
  readonly #width: number;
  /** A number for each keypoint: stronger ones are greater, of equally strong ones the earlier. */
  readonly #keys: Float64Array;
  /** The halves of each key's bits. A float from 0 on rises as its bits do: so does a key made of them. */
  readonly #places: Uint32Array;
  readonly #responses: Float32Array;
  #count = 0;
  /** Response of the weakest of `most` keypoints, once that many were found. */
  #least = RESPONSE_MIN;

  constructor(most: number, width: number) {
    this.#most = most;
    this.#width = width;
    this.#keys = new Float64Array(ROOM * most);
    this.#places = new Uint32Array(this.#keys.buffer);
    this.#responses = new Float32Array(this.#keys.buffer);
  }

  /** Adds the keypoints of a tile with rows of `columns` peaks, the first at a place of the image. */
  addAll(peaks: Float32Array, columns: number, first: number): void {
    for (let row = 0, place = first; row < peaks.length; row += columns, place += this.#width) {
      for (let i = row; i < row + columns; i++) {
        if (peaks[i]! >= this.#least) this.#add(peaks[i]!, place + i - row);
      }
    }
  }

  #add(response: number, place: number): void {
    this.#places[2 * this.#count] = ~place;
    this.#responses[2 * this.#count + 1] = response;
    if (++this.#count === this.#keys.length) this.#drop();
  }

  /** Leaves the strongest, in rising order. */
  #drop(): void {
    this.#keys.subarray(0, this.#count).sort();
    this.#keys.copyWithin(0, Math.max(0, this.#count - this.#most), this.#count);
    this.#count = Math.min(this.#count, this.#most);
    if (this.#count === this.#most) this.#least = this.#responses[1]!;
  }

  /** Strongest first. */
  all(): Keypoint[] {
    this.#drop();
    return Array.from({ length: this.#count }, (_, rank) => {
      const at = 2 * (this.#count - 1 - rank);
      const place = ~this.#places[at]! >>> 0;
      const [x, y] = [place % this.#width, Math.floor(place / this.#width)];
      return { x, y, response: this.#responses[at + 1]! };
    });
  }
}

/** Pieces of a length that overlap by the margin which the graph's outputs leave out. */
function pieces(start: number, length: number, most: number): { from: number; length: number }[] {
  const end = start + length;
  const found: { from: number; length: number }[] = [];
  for (let from = start; from + 2 * KEYPOINT_MARGIN < end; from += most - 2 * KEYPOINT_MARGIN) {
    found.push({ from, length: Math.min(most, end - from) });
  }
  return found;
}

/** Sides of the two averaging windows, and of the window in which a keypoint has the highest response. */
const FINE = 3;
const COARSE = 7;
const AROUND = 7;

/** Pixels at each side of the input that the output leaves out. */
export const KEYPOINT_MARGIN = (COARSE - 1) / 2 + (AROUND - 1) / 2;

/**
 * How much each pixel differs from its surroundings: a difference of two box means, as fast detectors of
 * blobs and corners approximate the Laplacian of a Gaussian (M. Agrawal, K. Konolige, M. Blas, CenSurE, ECCV
 * 2008). `luma` [1, 1, rows, columns], 0..255. `peaks` [1, 1, rows − 12, columns − 12]: the absolute
 * difference at local maxima of the surrounding 7 × 7 pixels, and 0 elsewhere.
 */
export function buildKeypoints(): Uint8Array {
  const graph = new GraphBuilder("keypoints");
  const luma = graph.input("luma", [1, 1, "rows", "columns"]);
  const windows = (op: string, value: string, rows: number, columns: number) =>
    graph.node(op, [value], { kernel_shape: [rows, columns], strides: [1, 1], pads: [0, 0, 0, 0] });
  const mean = (size: number, value: string) => windows("AveragePool", value, size, size);
  const centred = (value: string, by: number) =>
    graph.node("Slice", [
      value,
      graph.integers([by, by]),
      graph.integers([-by, -by]),
      graph.integers([2, 3]),
    ]);
  const fine = centred(mean(FINE, luma), (COARSE - FINE) / 2);
  const response = graph.node("Abs", [graph.node("Sub", [fine, mean(COARSE, luma)])]);
  const here = centred(response, (AROUND - 1) / 2);
  const highest = windows("MaxPool", windows("MaxPool", response, AROUND, 1), 1, AROUND);
  const peaks = graph.node("Where", [graph.node("Equal", [here, highest]), here, graph.floats([0], [1])]);
  graph.output("peaks", peaks, [1, 1, "rows_out", "columns_out"]);
  return graph.encode();
}
