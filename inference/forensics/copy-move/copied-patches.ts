import { type Box, boundingBox, contains, shifted } from "../../geometry/boxes.ts";
import type { Vec2 } from "../../geometry/transform.ts";
import type { Raster } from "../../imaging/raster.ts";
import type { Net } from "../../runtime/session.ts";
import { grownCopy, overlaps, rimSharpness } from "./copy-outline.ts";
import { describe, type KeypointMatch, matchKeypoints } from "./keypoint-matches.ts";
import type { Keypoint } from "./keypoints.ts";
import { patchesDiffer } from "./patch-difference.ts";
import { isPattern } from "./patterns.ts";

/** A part of the picture that appears in it twice, pixel for pixel. */
interface CopiedPatch {
  /** Number of keypoints with a match at this offset. */
  readonly keypoints: number;
  readonly from: Box;
  /** The patch with the sharper rim: most likely the copy. */
  readonly to: Box;
}

/**
 * Two photographs of equal print lie some fraction of a pixel apart, a copy lies whole pixels away. This is
 * the largest fraction of the upload's pixel at which a shift counts as whole, over all pairs of a patch.
 */
const EXACT = 0.03;
/** Largest difference of the two patches, as a share of the variance within one: what saving leaves. */
const DIFFERENCE = 0.02;
/** Least share of the pairs of one offset that a copy holds: a pattern repeats at it elsewhere, too. */
const ALONE = 0.7;
/** Least share of the keypoints in its box that a copy holds: of two printed lines some letters are alike. */
const HELD = 0.33;
/** So many pairs of a patch are compared pixel by pixel. */
const COMPARED = 60;
/** With fewer pairs an offset is chance, and the many that there are would take long. */
const PAIRS_MIN = 6;
/** Keypoints of one copy lie at most so many of the upload's pixels from another keypoint of that copy. */
const REACH = 40;

/**
 * The patch with the most keypoints whose matches all lie at one offset of whole pixels. Repeated print, such
 * as fillers of a zone and background patterns, lies between pixels, and at many places. A patch that
 * overlaps its copy is a pattern, and so is one that is there a third time, or whose offset the page repeats
 * at elsewhere. `raster` is the upload enlarged to `scale`, 1 or 2.
 */
export async function largestCopy(
  raster: Raster,
  scale: number,
  points: readonly Keypoint[],
  net: Net,
): Promise<CopiedPatch | undefined> {
  const described = describe(raster, points);
  const byOffset = Map.groupBy(
    (await matchKeypoints(described, net)).filter(({ from, to }) => {
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
 * Whether the two patches are the same at whole pixels, but for what saving did to them. Each shift is tried
 * from both ends: what comes into a window at its rim then counts alike to either side, and a copy has no
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
