import { type Box, boundingBox, shifted } from "../../geometry/boxes.ts";
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
 * Two photographs of equal print agree at a fraction of a pixel that differs from place to place; a copy lies
 * whole pixels away. This is the largest fraction at which a shift counts as whole.
 */
const EXACT = 0.12;
/** Largest difference of the two patches, as a share of the variance within one. */
const DIFFERENCE = 0.01;
/** Keypoints of one copy lie at most so many pixels from another keypoint of that copy. */
const REACH = 40;

/**
 * The patch with the most keypoints whose matches all lie at one offset of whole pixels. Repeated print, such
 * as fillers of a zone and background patterns, lies between pixels, under perspective and under different
 * noise. A patch that overlaps its copy is a pattern, and so is one that is there a third time.
 */
export async function largestCopy(
  raster: Raster,
  points: readonly Keypoint[],
  net: Net,
): Promise<CopiedPatch | undefined> {
  const described = describe(raster, points);
  const byOffset = Map.groupBy(
    (await matchKeypoints(described, net)).filter((pair) => isSame(raster, pair)),
    ({ from, to }) => `${to.x - from.x},${to.y - from.y}`,
  );
  const repeats = [...byOffset.values()].flatMap(connected).map(describeRepeat).filter(standsApart);
  // A pattern has many groups, and each takes long to look for elsewhere.
  const largest = repeats
    .toSorted((a, b) => b.keypoints - a.keypoints)
    .find(({ group }) => !isPattern(described, group));
  return largest === undefined ? undefined : outlined(raster, largest);
}

function isSame(raster: Raster, { from, to }: KeypointMatch): boolean {
  const at = (x: number, y: number) => patchesDiffer(raster, from, { x: to.x + x, y: to.y + y });
  const here = at(0, 0);
  if (here.difference > DIFFERENCE * here.variance) return false;
  const [left, right, above, below] = [at(-1, 0), at(1, 0), at(0, -1), at(0, 1)].map((d) => d.difference);
  return isLowest(left!, here.difference, right!) && isLowest(above!, here.difference, below!);
}

/** Whether the parabola through three neighbouring values is lowest next to the middle one. */
function isLowest(before: number, here: number, after: number): boolean {
  const curvature = before + after - 2 * here;
  return curvature > 0 && Math.abs(before - after) < 2 * EXACT * curvature;
}

/** Pairs of one offset in connected groups. */
function connected(pairs: readonly KeypointMatch[]): KeypointMatch[][] {
  const left = new Set(pairs);
  const groups: KeypointMatch[][] = [];
  for (const seed of pairs) {
    if (!left.delete(seed)) continue;
    const group = [seed];
    for (const { from } of group) {
      for (const other of left) {
        if (Math.abs(other.from.x - from.x) > REACH || Math.abs(other.from.y - from.y) > REACH) continue;
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
