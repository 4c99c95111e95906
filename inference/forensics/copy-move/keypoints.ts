import { type Box, clipped, grown, outward } from "../../geometry/boxes.ts";
import { lumaWithin, type Raster } from "../../imaging/raster.ts";
import type { Net } from "../../runtime/session.ts";
import { KEYPOINT_MARGIN } from "./keypoints-graph.ts";

/** A pixel that differs from its surroundings more than any other pixel near it. */
export interface Keypoint {
  readonly x: number;
  readonly y: number;
  /** Of 255. */
  readonly response: number;
}

/** Pixels for one run of the graph: tables of a quarter of a megabyte stay in the processor's cache. */
const TILE = { rows: 128, columns: 512 } as const;
/** Weaker responses are noise. */
const RESPONSE_MIN = 2;
/** How many times the keypoints asked for are held before the weaker ones are dropped. */
const ROOM = 8;

/** At most `most` keypoints inside the box, strongest first. `net` runs the graph `keypoints`. */
export async function findKeypoints(raster: Raster, box: Box, most: number, net: Net): Promise<Keypoint[]> {
  const part = clipped(grown(outward(box), KEYPOINT_MARGIN), raster);
  const found = new Strongest(most);
  const room = new Float32Array(TILE.rows * TILE.columns);
  for (const { from: y, length: height } of pieces(part.y, part.height, TILE.rows)) {
    for (const { from: x, length: width } of pieces(part.x, part.width, TILE.columns)) {
      const luma = lumaWithin(raster, { x, y, width, height }, room);
      const { peaks } = await net.run({ luma: { data: luma, dims: [1, 1, height, width] } });
      collect(peaks!.data as Float32Array, width, x, y, found);
    }
  }
  return found.all();
}

/**
 * Keeps the strongest keypoints, equally strong ones from top to bottom and from left to right. A picture
 * with a pattern of its own may have one at each of its pixels. At most a few times `most` are ever held.
 */
class Strongest {
  readonly #most: number;
  #kept: Keypoint[] = [];
  /** The weakest of `most` keypoints; undefined until there are so many. */
  #weakest: Keypoint | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  add(response: number, x: number, y: number): void {
    const point = { x, y, response };
    if (this.#weakest !== undefined && byStrength(point, this.#weakest) > 0) return;
    if (this.#kept.push(point) >= ROOM * this.#most) this.all();
  }

  /** Strongest first. */
  all(): Keypoint[] {
    this.#kept = this.#kept.sort(byStrength).slice(0, this.#most);
    if (this.#kept.length === this.#most) this.#weakest = this.#kept.at(-1);
    return this.#kept;
  }
}

const byStrength = (a: Keypoint, b: Keypoint) => b.response - a.response || a.y - b.y || a.x - b.x;

/** Pieces of a length that overlap by the margin which the graph's outputs leave out. */
function pieces(start: number, length: number, most: number): { from: number; length: number }[] {
  const end = start + length;
  const found: { from: number; length: number }[] = [];
  for (let from = start; from + 2 * KEYPOINT_MARGIN < end; from += most - 2 * KEYPOINT_MARGIN) {
    found.push({ from, length: Math.min(most, end - from) });
  }
  return found;
}

function collect(peaks: Float32Array, columns: number, left: number, top: number, found: Strongest): void {
  const width = columns - 2 * KEYPOINT_MARGIN;
  for (let i = 0; i < peaks.length; i++) {
    if (peaks[i]! < RESPONSE_MIN) continue;
    const x = left + KEYPOINT_MARGIN + (i % width);
    found.add(peaks[i]!, x, top + KEYPOINT_MARGIN + Math.floor(i / width));
  }
}
