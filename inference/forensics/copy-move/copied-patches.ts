import { type Box, boundingBox, contains, shifted } from "../../geometry/boxes.ts";
import type { Vec2 } from "../../geometry/transform.ts";
import { lumaAt, type Raster } from "../../imaging/raster.ts";
import type { Model } from "../../runtime/session.ts";
import { grownCopy, overlaps, rimSharpness } from "./copy-outline.ts";
import {
  alikePoints,
  type Described,
  describe,
  type KeypointMatch,
  matchKeypoints,
} from "./keypoint-matches.ts";
import type { Keypoint } from "./keypoints.ts";

/** A part of the image that appears in it twice, pixel for pixel. */
interface CopiedPatch {
  /** Number of keypoints with a match at this offset. */
  readonly keypoints: number;
  readonly from: Box;
  /** The patch with the sharper rim: most likely the copy. */
  readonly to: Box;
}

/**
 * Two photographs of equal print differ by a fraction of a pixel, a copy by whole pixels. This is the largest
 * fraction of the upload's pixel at which a shift counts as whole, over all pairs of a patch.
 */
const EXACT = 0.03;
/** Largest difference of the two patches after saving, as a share of the variance within one. */
const DIFFERENCE = 0.02;
/** Least share of the pairs of one offset that a copy holds: a pattern repeats at it elsewhere, too. */
const ALONE = 0.7;
/**
 * Least share of the keypoints in its box that belong to a copy: two printed lines have some equal letters.
 */
const HELD = 0.33;
/** So many pairs of a patch are compared pixel by pixel. */
const COMPARED = 60;
/** An offset with fewer pairs is chance, and testing the many such offsets would take long. */
const PAIRS_MIN = 6;
/** Keypoints of one copy are at most this many of the upload's pixels from another keypoint of that copy. */
const REACH = 40;

/**
 * The patch with the most keypoints whose matches all have one offset of whole pixels. Repeated print, such
 * as fillers of an MRZ and background patterns, repeats at fractions of a pixel, and at many places. A patch
 * is a pattern if it overlaps its copy, exists a third time, or if the page repeats at its offset elsewhere.
 * `raster` is the upload enlarged to `scale`, 1 or 2.
 */
export async function largestCopy(
  raster: Raster,
  scale: number,
  points: readonly Keypoint[],
  model: Model,
): Promise<CopiedPatch | undefined> {
  const described = describe(raster, points);
  const byOffset = Map.groupBy(
    (await matchKeypoints(described, model)).filter(({ from, to }) => {
      return (to.x - from.x) % scale === 0 && (to.y - from.y) % scale === 0;
    }),
    ({ from, to }) => `${to.x - from.x},${to.y - from.y}`,
  );
  const repeats = [...byOffset.values()]
    .filter((pairs) => pairs.length >= PAIRS_MIN)
    .flatMap((pairs) =>
      connected(pairs, REACH * scale).filter((group) => group.length >= ALONE * pairs.length),
    )
    .map(describeRepeat)
    .filter(standsApart)
    .filter(({ seed, keypoints }) => keypoints >= HELD * points.filter((p) => contains(seed, p)).length);
  const largest = repeats
    .toSorted((a, b) => b.keypoints - a.keypoints)
    .find(({ group }) => isExact(raster, scale, group) && !isPattern(described, group));
  return largest === undefined ? undefined : outlined(raster, largest);
}

/**
 * Whether the two patches are the same at whole pixels, apart from the effects of saving. Each shift is tried
 * from both ends, so that new content at a window's rim counts equally in both directions. A copy has no
 * shift.
 */
function isExact(raster: Raster, scale: number, group: readonly KeypointMatch[]): boolean {
  let [here, left, right, above, below] = [0, 0, 0, 0, 0];
  const compared = group.filter((_, i) => i % Math.ceil(group.length / COMPARED) === 0);
  for (const { from, to } of compared) {
    const middle = patchesDiffer(raster, from, to);
    // Soft and bold print count alike.
    const share = 1 / (middle.variance * compared.length);
    const at = (x: number, y: number) => {
      const ahead = patchesDiffer(raster, from, { x: to.x + x, y: to.y + y });
      const behind = patchesDiffer(raster, { x: from.x - x, y: from.y - y }, to);
      return ((ahead.difference + behind.difference) / 2) * share;
    };
    here += middle.difference * share;
    left += at(-1, 0);
    right += at(1, 0);
    above += at(0, -1);
    below += at(0, 1);
  }
  const exact = EXACT * scale;
  return here <= DIFFERENCE && isLowest(left, here, right, exact) && isLowest(above, here, below, exact);
}

/** Whether the parabola through three neighbouring values is lowest `within` pixels of the middle one. */
function isLowest(before: number, here: number, after: number, within: number): boolean {
  const curvature = before + after - 2 * here;
  return curvature > 0 && Math.abs(before - after) < 2 * within * curvature;
}

/** Pairs of one offset in connected groups. */
function connected(pairs: readonly KeypointMatch[], reach: number): KeypointMatch[][] {
  const left = new Set(pairs);
  const groups: KeypointMatch[][] = [];
  for (const seed of pairs) {
    if (!left.delete(seed)) continue;
    const group = [seed];
    for (const { from } of group) {
      for (const other of left) {
        if (Math.abs(other.from.x - from.x) > reach || Math.abs(other.from.y - from.y) > reach) continue;
        left.delete(other);
        group.push(other);
      }
    }
    groups.push(group);
  }
  return groups;
}

/** A box of keypoints that all match at one offset. */
interface Repeat {
  readonly group: readonly KeypointMatch[];
  readonly keypoints: number;
  readonly seed: Box;
  readonly offset: Vec2;
}

const describeRepeat = (group: readonly KeypointMatch[]): Repeat => {
  const { from, to } = group[0]!;
  const { x, y, width, height } = boundingBox(group.map((pair) => pair.from));
  return {
    group,
    // Matching finds a pair from either end.
    keypoints: new Set(group.map((pair) => pair.from)).size,
    seed: { x, y, width: width + 1, height: height + 1 },
    offset: { x: to.x - from.x, y: to.y - from.y },
  };
};

const standsApart = ({ seed, offset }: Repeat): boolean => !overlaps(seed, offset);

function outlined(raster: Raster, { keypoints, seed, offset }: Repeat): CopiedPatch {
  const one = grownCopy(raster, seed, offset);
  const other = shifted(one, offset);
  return rimSharpness(raster, one) > rimSharpness(raster, other)
    ? { keypoints, from: other, to: one }
    : { keypoints, from: one, to: other };
}

/** Number of pairs of a group that are searched for elsewhere: a group may have thousands. */
const SAMPLED_PAIRS = 40;
/** Pixels by which the pairs' places may differ: paper is seldom quite flat. */
const STRAY = 3;
/** Least share of the sampled pairs at one third place of a pattern. In text, only single letters repeat. */
const SHARE = 0.4;
/** More than any image's side, over `STRAY`: an offset's two parts make one number. */
const APART = 2 ** 15;

/**
 * Whether the content at both ends of the pairs also lies at a third place: a copy has one source, a printed
 * pattern has many. `group` has one offset.
 */
function isPattern(described: Described, group: readonly KeypointMatch[]): boolean {
  const { from, to } = group[0]!;
  const [x, y] = [to.x - from.x, to.y - from.y];
  const sampled = group.filter((_, i) => i % Math.ceil(group.length / SAMPLED_PAIRS) === 0);
  const most = SHARE * sampled.length;
  /** By a place's offset: the number of pairs there, and the last of them. */
  const places = new Map<number, { pairs: number; last: KeypointMatch }>();
  for (const pair of sampled) {
    for (const other of alikePoints(described, pair.from)) {
      const [dx, dy] = [other.x - pair.from.x, other.y - pair.from.y];
      if (isNear(dx, dy, 0, 0) || isNear(dx, dy, x, y)) continue;
      const offset = Math.round(dx / STRAY) * APART + Math.round(dy / STRAY);
      const place = places.get(offset);
      if (place?.last === pair) continue;
      const pairs = (place?.pairs ?? 0) + 1;
      if (pairs >= most) return true;
      places.set(offset, { pairs, last: pair });
    }
  }
  return false;
}

const isNear = (x: number, y: number, otherX: number, otherY: number) =>
  Math.max(Math.abs(x - otherX), Math.abs(y - otherY)) <= 2 * STRAY;

/** Pixels on each side of a patch's middle. */
const HALF = 4;
const PIXELS = (2 * HALF + 1) ** 2;

interface PatchDifference {
  /** Mean square difference of luma, after a constant offset between the patches is removed. */
  readonly difference: number;
  /** Variance of luma within the first patch. */
  readonly variance: number;
}

/** Compares the 9 × 9 pixels around two whole pixels; both at least `HALF` from the image's edge. */
function patchesDiffer({ width, data }: Raster, a: Vec2, b: Vec2): PatchDifference {
  let [sum, squares, level, levels] = [0, 0, 0, 0];
  for (let dy = -HALF; dy <= HALF; dy++) {
    let p = ((a.y + dy) * width + a.x - HALF) * 3;
    let q = ((b.y + dy) * width + b.x - HALF) * 3;
    for (let dx = -HALF; dx <= HALF; dx++, p += 3, q += 3) {
      const here = lumaAt(data, p);
      const d = here - lumaAt(data, q);
      sum += d;
      squares += d * d;
      level += here;
      levels += here * here;
    }
  }
  return {
    difference: (squares - sum ** 2 / PIXELS) / PIXELS,
    variance: (levels - level ** 2 / PIXELS) / PIXELS,
  };
}
