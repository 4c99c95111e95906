import { sameBytes } from "../../../crypto/hashing.ts";
import type { FrameAssessment, Point, PrincipalFace } from "../../../inference/port.ts";
import { expressionChange } from "./expression.ts";

/** An image of a face as uploaded, and inference's measures of it. */
export interface CapturedFrame {
  readonly content: Uint8Array;
  readonly assessment: FrameAssessment;
}

/** Maximum movement about other axes, in degrees; beyond it the movement is not the requested one. */
const OFF_AXIS_MAX = 25;
/**
 * Maximum turn and nod from the neutral frame, in degrees, at which an expression can be distinguished from
 * the turn itself.
 */
const EXPRESSION_TURN_MAX = 15;

export type Axis = "yaw" | "pitch";

/** How far a face moved from the neutral frame: degrees of a turn or nod, or an `ExpressionChange`. */
export type Detector = (neutral: PrincipalFace, face: PrincipalFace) => number;

/**
 * Head movement about an axis in degrees, in the direction of the sign; 0 if the head moved about other axes
 * too.
 */
export function moved(axis: Axis, sign: 1 | -1): Detector {
  return (neutral, face) => {
    const others = (["yaw", "pitch", "roll"] as const).filter((each) => each !== axis);
    const offAxis = Math.max(...others.map((each) => Math.abs(face.pose[each] - neutral.pose[each])));
    return offAxis <= OFF_AXIS_MAX ? Math.max(0, sign * (face.pose[axis] - neutral.pose[axis])) : 0;
  };
}

/** One change of the expression; 0 if the head is turned too far to measure it. */
export function expressed(change: keyof ReturnType<typeof expressionChange>): Detector {
  return (neutral, face) => {
    const turned = (["yaw", "pitch"] as const).map((axis) => Math.abs(face.pose[axis] - neutral.pose[axis]));
    if (Math.max(...turned) > EXPRESSION_TURN_MAX) return 0;
    return expressionChange(neutral.landmarks, face.landmarks)[change];
  };
}

/**
 * Mean landmark movement, in inter-eye distances, up to which two frames count as the same image: about 0.6
 * mm of a face. Landmarks of 30 re-encoded photos moved by 0.7 % at the median (small faces, 41 px between
 * the eyes, had the most jitter); a living head in front of a hand-held camera moves more.
 */
const STILL_MAX = 0.01;

/** Whether each pair of frames differs in bytes and in the places of the face's landmarks. */
export function areDistinct(frames: readonly CapturedFrame[]): boolean {
  return frames.every((frame, i) => frames.slice(i + 1).every((later) => differ(frame, later)));
}

function differ(a: CapturedFrame, b: CapturedFrame): boolean {
  if (sameBytes(a.content, b.content)) return false;
  const [one, other] = [a.assessment.analysis.principal, b.assessment.analysis.principal];
  if (one === null || other === null) return true;
  const movement = meanDistance(one.landmarks, other.landmarks) / one.quality.native.interEyeDistance;
  return movement > STILL_MAX;
}

/** Mean distance in pixels; 0 without landmarks, so that such frames count as the same image. */
function meanDistance(a: readonly Point[], b: readonly Point[]): number {
  if (a.length === 0 || a.length !== b.length) return 0;
  return a.reduce((sum, point, i) => sum + Math.hypot(point.x - b[i]!.x, point.y - b[i]!.y), 0) / a.length;
}
