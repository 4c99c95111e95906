import type { Box } from "../../geometry/boxes.ts";
import { quantile } from "../../statistics.ts";

/** The least mean step: below it lies rounding. */
const UNIT_MIN = 0.5;
/**
 * The step of an edge that a lens blurs (standard deviation of half a pixel) is at most this many times the
 * sum of the two neighbouring steps: such an edge is no evidence.
 */
const OPTICAL = 2.2;
/**
 * Software sharpens what the lens has blurred. An edge is no evidence either where `share` of the picture's
 * own clear edges, of at least `step`, are less sharp: a pasted patch has few of them.
 */
const OWN_EDGES = { step: 32, share: 0.95 };
/** One line in so many, and one of so many pixels along it, tell what is usual. */
const SAMPLED = { across: 5, along: 3 };

/** What is usual in a picture, by one in fifteen of the area's pixels. */
export interface Usual {
  /** Mean difference of neighbouring pixels. */
  readonly step: number;
  /** What an edge of this picture may be without being cut, as `OPTICAL` is for a lens alone. */
  readonly sharpness: number;
}

/**
 * Of the area in a plane of levels, 0..255, whose lines of `step` pixels each follow one another: x counts
 * lines, y pixels along them. Two lines before and one behind must be there.
 */
export function usualOf(plane: Uint8Array, step: number, { x: left, y: top, width, height }: Box): Usual {
  const along = Math.ceil(height / SAMPLED.along);
  const samples = Math.ceil(width / SAMPLED.across) * along;
  const jumps = new Uint8Array(samples);
  const sharpness = new Float64Array(samples);
  for (let x = left, at = 0; x < left + width; x += SAMPLED.across, at += along) {
    sample(plane, step, x * step + top, jumps.subarray(at, at + along), sharpness.subarray(at, at + along));
  }
  const clear = whereAtLeast(OWN_EDGES.step, jumps, sharpness);
  const own = clear.length === 0 ? OPTICAL : quantile(clear, OWN_EDGES.share);
  const mean = samples === 0 ? 0 : jumps.reduce((sum, jump) => sum + jump, 0) / samples;
  return { step: Math.max(UNIT_MIN, mean), sharpness: Math.max(OPTICAL, own) };
}

/** The values beside whatever is at least so much; they take the place of the others. */
function whereAtLeast(least: number, of: Uint8Array, values: Float64Array): Float64Array {
  let count = 0;
  for (let i = 0; i < of.length; i++) {
    values[count] = values[i]!;
    count += of[i]! >= least ? 1 : 0;
  }
  return values.subarray(0, count);
}

/**
 * The steps of some pixels from `from` on, and their shares of the neighbouring steps. A loop without
 * branches, called for each line: V8 leaves its fast code where it meets a branch not taken before.
 */
function sample(
  plane: Uint8Array,
  step: number,
  from: number,
  jumps: Uint8Array,
  sharpness: Float64Array,
): void {
  for (let i = 0, p = from; i < jumps.length; i++, p += SAMPLED.along) {
    const before = plane[p - step]!;
    const here = plane[p]!;
    const jump = Math.abs(here - before);
    const beside = Math.abs(before - plane[p - 2 * step]!) + Math.abs(plane[p + step]! - here);
    jumps[i] = jump;
    sharpness[i] = jump / Math.max(1, beside);
  }
}
