import type { Box } from "../../geometry/boxes.ts";
import { quantile } from "../../statistics.ts";
import type { Levels } from "./levels.ts";

/** The least mean step: below it lies rounding. */
const UNIT_MIN = 0.5;
/**
 * The step of an edge that a lens blurs (standard deviation of half a pixel) is at most this many times the
 * sum of the two neighbouring steps: such an edge is no evidence.
 */
const OPTICAL = 2.2;
/**
 * Software sharpens what the lens has blurred. An edge is also no evidence if `share` of the image's own
 * clear edges, of at least `step`, are less sharp: a pasted patch has few of them.
 */
const OWN_EDGES = { step: 32, share: 0.95 };
/** The usual level is estimated from one line in `across`, and one in `along` pixels of it. */
const SAMPLED = { across: 5, along: 3 };

/** Usual values of an image, estimated from one in fifteen of the area's pixels. */
export interface Usual {
  /** Mean difference of neighbouring pixels. */
  readonly step: number;
  /** The sharpness that an edge of this image can have without a cut, as `OPTICAL` is for a lens alone. */
  readonly sharpness: number;
}

/** Number of sums of the two neighbouring steps: 0..510. */
export const BESIDE = 511;

/**
 * Of an area of which x counts lines and y pixels along them. Two lines before and one behind must be there.
 */
export function usualOf(levels: Levels, { x: left, y: top, width, height }: Box): Usual {
  const along = Math.ceil(height / SAMPLED.along);
  const lines = Math.ceil(width / SAMPLED.across);
  const steps = new Uint32Array(along);
  const edges = new Uint32Array(lines * along);
  let [sum, clear] = [0, 0];
  for (let x = left; x < left + width; x += SAMPLED.across) {
    sample(levels, x, top, steps);
    sum += sumOf(steps);
    clear = keepClear(steps, edges, clear);
  }
  const mean = lines * along === 0 ? 0 : sum / (lines * along);
  const sharpness = Float64Array.from(edges.subarray(0, clear), sharpnessOf);
  const own = clear === 0 ? OPTICAL : quantile(sharpness, OWN_EDGES.share);
  return { step: Math.max(UNIT_MIN, mean), sharpness: Math.max(OPTICAL, own) };
}

/*
 * A step and the sum of its two neighbours are one number, `step * BESIDE + sum`. The loops over them have no
 * branches and are called for each line: V8 leaves its fast code where it meets a branch not taken before.
 */

const CLEAR = OWN_EDGES.step * BESIDE;
const stepOf = (edge: number): number => Math.floor(edge / BESIDE);
const sharpnessOf = (edge: number): number => stepOf(edge) / Math.max(1, edge % BESIDE);

/** The steps of some pixels of a line, from `top` on. */
function sample({ data, first, across, along }: Levels, line: number, top: number, into: Uint32Array): void {
  for (let i = 0, p = first + line * across + top * along; i < into.length; i++, p += SAMPLED.along * along) {
    const before = data[p - across]!;
    const here = data[p]!;
    const beside = Math.abs(before - data[p - 2 * across]!) + Math.abs(data[p + across]! - here);
    into[i] = Math.abs(here - before) * BESIDE + beside;
  }
}

function sumOf(edges: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < edges.length; i++) sum += stepOf(edges[i]!);
  return sum;
}

/** Appends the edges that are clear to the `count` that are kept. Answers how many these are now. */
function keepClear(edges: Uint32Array, kept: Uint32Array, count: number): number {
  let now = count;
  for (let i = 0; i < edges.length; i++) {
    kept[now] = edges[i]!;
    now += edges[i]! >= CLEAR ? 1 : 0;
  }
  return now;
}
