import type { PrincipalFace } from "../../inference/port.ts";
import { ACTIONS, type Action, factsOf } from "./actions.ts";
import { evidence, THRESHOLD } from "./criteria.ts";
import type { LivenessLimits } from "./levels.ts";
import type { Axis } from "./motion/movement.ts";

/** Evidence 0..1 that some frame after the neutral one shows the action; 0.5 is just enough. */
export function performed(
  action: Action,
  neutral: PrincipalFace,
  others: readonly PrincipalFace[],
  limits: LivenessLimits,
  factor = 1,
): number {
  const { limit, axis } = factsOf(action);
  const required = limits[limit] * (axis === undefined ? 1 : factor);
  return evidence(furthest(action, neutral, others), required);
}

/** The action's measure in the frame that shows most of it. */
const furthest = (action: Action, neutral: PrincipalFace, others: readonly PrincipalFace[]) =>
  Math.max(0, ...others.map((face) => factsOf(action).measure(neutral, face)));

/**
 * Whether the frames show an action that was not requested: the opposite, even in addition to the requested
 * action, an expression of the same part of the face that goes further, or, without the requested action, any
 * other. Frames in the wrong order show no other action: the head of the first frame is turned, and returns
 * to look ahead.
 */
export function performedOtherAction(
  requested: Action,
  isDone: boolean,
  neutral: PrincipalFace,
  others: readonly PrincipalFace[],
  limits: LivenessLimits,
): boolean {
  const { rival, opposite } = factsOf(requested);
  if (isDone && rival !== undefined) {
    const share = (action: Action) => furthest(action, neutral, others) / limits[factsOf(action).limit];
    return share(rival) > share(requested);
  }
  const wrong = isDone ? [opposite ?? []].flat() : ACTIONS.filter((each) => each !== requested);
  return wrong.some((action) => {
    const axis = factsOf(action).axis;
    const seen = axis === undefined ? others : others.filter((face) => isFurther(axis, neutral, face));
    return performed(action, neutral, seen, limits) >= THRESHOLD;
  });
}

const isFurther = (axis: Axis, neutral: PrincipalFace, face: PrincipalFace) =>
  Math.abs(face.pose[axis]) > Math.abs(neutral.pose[axis]);
