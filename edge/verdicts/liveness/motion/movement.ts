import type { PrincipalFace } from "../../../inference/port.ts";
import { expressionChange } from "./expression.ts";

/** Maximum movement about other axes, in degrees; beyond it the movement is not the requested one. */
const OFF_AXIS_MAX = 25;
/**
 * Maximum turn and nod from the neutral frame, in degrees, at which an expression can be told from the turn
 * itself.
 */
const EXPRESSION_TURN_MAX = 15;

export type Axis = "yaw" | "pitch";

/** How far a face moved from the neutral frame: degrees of a turn or nod, or an `ExpressionChange`. */
export type Measure = (neutral: PrincipalFace, face: PrincipalFace) => number;

/**
 * Head movement about an axis in degrees, in the direction of the sign; 0 if the head moved about other axes
 * too.
 */
export function moved(axis: Axis, sign: 1 | -1): Measure {
  return (neutral, face) => {
    const others = (["yaw", "pitch", "roll"] as const).filter((each) => each !== axis);
    const offAxis = Math.max(...others.map((each) => Math.abs(face.pose[each] - neutral.pose[each])));
    return offAxis <= OFF_AXIS_MAX ? Math.max(0, sign * (face.pose[axis] - neutral.pose[axis])) : 0;
  };
}

/** One change of the expression; 0 if the head is turned too far to measure it. */
export function expressed(change: keyof ReturnType<typeof expressionChange>): Measure {
  return (neutral, face) => {
    const turned = (["yaw", "pitch"] as const).map((axis) => Math.abs(face.pose[axis] - neutral.pose[axis]));
    if (Math.max(...turned) > EXPRESSION_TURN_MAX) return 0;
    return expressionChange(neutral.landmarks, face.landmarks)[change];
  };
}
