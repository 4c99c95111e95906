import type { Point } from "../../../inference/port.ts";
import { FACE, steadyPoints } from "./face-points.ts";
import { leastSquares, valueAt } from "./parallax.ts";

/** The difference of an expression from the neutral frame's; 0 for no change. */
interface ExpressionChange {
  /** Lost share of the eye opening, of the eye that closed less: 1 is shut. */
  readonly closedEyes: number;
  /** Increase of the distance of the lips, in inter-eye distances. */
  readonly openedMouth: number;
  /** Increase of the mouth's width, as a share, plus the rise of its corners, in inter-eye distances. */
  readonly smile: number;
}

/**
 * Compares a frame's expression with the neutral frame's, in the neutral frame's pose. The affine map in
 * space that best fits the steady landmarks brings the mesh back into that pose, so that a head turn does not
 * count as an expression.
 */
export function expressionChange(neutral: readonly Point[], frame: readonly Point[]): ExpressionChange {
  const before = measure(neutral);
  const after = measure(broughtBack(neutral, frame));
  const unit = distance(eyeCentre(neutral, 0), eyeCentre(neutral, 1));
  const lift = (before.cornersDown - after.cornersDown) / unit;
  return {
    closedEyes: Math.min(...before.eyes.map((opening, n) => 1 - after.eyes[n]! / opening)),
    openedMouth: (after.lips - before.lips) / unit,
    smile: lift > 0 ? after.mouthWidth / before.mouthWidth - 1 + lift : 0,
  };
}

function broughtBack(neutral: readonly Point[], frame: readonly Point[]): Point[] {
  const rows = frame.map(({ x, y, z }) => [1, x, y, z]);
  const steady = steadyPoints(neutral);
  const places = steady.map((index) => [neutral[index]!.x, neutral[index]!.y]);
  const [toX, toY] = leastSquares(
    steady.map((index) => rows[index]!),
    places,
  ) as [number[], number[]];
  return rows.map((row) => ({ x: valueAt(row, toX), y: valueAt(row, toY), z: 0 }));
}

function measure(landmarks: readonly Point[]) {
  const gap = ([upper, lower]: readonly [number, number]) => distance(landmarks[upper]!, landmarks[lower]!);
  const mean = (gaps: readonly number[]) => gaps.reduce((sum, each) => sum + each, 0) / gaps.length;
  return {
    eyes: FACE.eyes.map(({ corners, lids }) => mean(lids.map(gap)) / gap(corners)),
    lips: mean(FACE.lips.map(gap)),
    mouthWidth: gap(FACE.mouthCorners),
    cornersDown: cornersBeneathNose(landmarks),
  };
}

/** Distance of the mouth's corners below the nose, along the line from the crown to the chin. Pixels. */
function cornersBeneathNose(landmarks: readonly Point[]): number {
  const [crown, chin, nose] = [landmarks[FACE.crown]!, landmarks[FACE.chin]!, landmarks[FACE.noseBase]!];
  const [x, y] = [chin.x - crown.x, chin.y - crown.y];
  const [right, left] = FACE.mouthCorners.map((index) => landmarks[index]!) as [Point, Point];
  return (((right.x + left.x) / 2 - nose.x) * x + ((right.y + left.y) / 2 - nose.y) * y) / Math.hypot(x, y);
}

function eyeCentre(landmarks: readonly Point[], eye: 0 | 1): Point {
  const [outer, inner] = FACE.eyes[eye].corners.map((index) => landmarks[index]!) as [Point, Point];
  return { x: (outer.x + inner.x) / 2, y: (outer.y + inner.y) / 2, z: 0 };
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
