import type { PrincipalFace } from "../../inference/port.ts";
import { ACTIONS, type Action } from "./actions.ts";
import { evidence, THRESHOLD } from "./criteria.ts";
import type { LivenessLimits } from "./levels.ts";
import { expressionChange } from "./motion/expression.ts";

/** Maximum movement about other axes, in degrees; beyond it the movement is not the requested one. */
const OFF_AXIS_MAX = 25;
/**
 * Maximum turn and nod from the neutral frame, in degrees, at which an expression can be told from the turn
 * itself.
 */
const EXPRESSION_TURN_MAX = 15;

type Angle = "yaw" | "pitch";
type Measure = (neutral: PrincipalFace, face: PrincipalFace) => number;

interface Rule {
  readonly measure: Measure;
  readonly required: keyof LivenessLimits;
  /** Whether a bad PAD score raises the requirement. */
  readonly grows: boolean;
}

const RULES: Readonly<Record<Action, Rule>> = {
  turn_left: { measure: moved("yaw", 1), required: "turn", grows: true },
  turn_right: { measure: moved("yaw", -1), required: "turn", grows: true },
  look_up: { measure: moved("pitch", 1), required: "nod", grows: true },
  look_down: { measure: moved("pitch", -1), required: "nod", grows: true },
  blink: { measure: expressed("closedEyes"), required: "closedEyes", grows: false },
  smile: { measure: expressed("smile"), required: "smile", grows: false },
  open_mouth: { measure: expressed("openedMouth"), required: "openedMouth", grows: false },
};

/** The axis of each head movement, and the opposite movement. */
const HEAD_MOVEMENTS: Partial<Record<Action, { readonly axis: Angle; readonly opposite: Action }>> = {
  turn_left: { axis: "yaw", opposite: "turn_right" },
  turn_right: { axis: "yaw", opposite: "turn_left" },
  look_up: { axis: "pitch", opposite: "look_down" },
  look_down: { axis: "pitch", opposite: "look_up" },
};

/**
 * Expressions of one part of the face. Who opens the mouth may widen it, too, and who smiles may open it:
 * done is the one that goes further beyond what is required of it.
 */
const RIVALS: Partial<Record<Action, Action>> = { smile: "open_mouth", open_mouth: "smile" };

/** Evidence 0..1 that some frame after the neutral one shows the action; 0.5 is just enough. */
export function performed(
  action: Action,
  neutral: PrincipalFace,
  others: readonly PrincipalFace[],
  limits: LivenessLimits,
  factor = 1,
): number {
  const { required, grows } = RULES[action];
  return evidence(furthest(action, neutral, others), limits[required] * (grows ? factor : 1));
}

/** The action's measure in the frame that shows most of it. */
const furthest = (action: Action, neutral: PrincipalFace, others: readonly PrincipalFace[]) =>
  Math.max(0, ...others.map((face) => RULES[action].measure(neutral, face)));

/**
 * Whether the frames show an action that was not requested: the opposite, even in addition to the requested
 * action, an expression of the same part of the face that goes further, or, without the requested action,
 * any other. Frames in the wrong order show no other action: the head of the first frame is turned, and
 * returns to look ahead.
 */
export function didOtherwise(
  requested: Action,
  isDone: boolean,
  neutral: PrincipalFace,
  others: readonly PrincipalFace[],
  limits: LivenessLimits,
): boolean {
  const rival = RIVALS[requested];
  if (isDone && rival !== undefined) {
    const share = (action: Action) => furthest(action, neutral, others) / limits[RULES[action].required];
    return share(rival) > share(requested);
  }
  const wrong = isDone
    ? [HEAD_MOVEMENTS[requested]?.opposite ?? []].flat()
    : ACTIONS.filter((each) => each !== requested);
  return wrong.some((action) => {
    const axis = HEAD_MOVEMENTS[action]?.axis;
    const seen = axis === undefined ? others : others.filter((face) => isFurther(axis, neutral, face));
    return performed(action, neutral, seen, limits) >= THRESHOLD;
  });
}

const isFurther = (axis: Angle, neutral: PrincipalFace, face: PrincipalFace) =>
  Math.abs(face.pose[axis]) > Math.abs(neutral.pose[axis]);

/**
 * Head movement about an axis in degrees, in the direction of the sign; 0 if the head moved about other axes
 * too.
 */
function moved(axis: Angle, sign: 1 | -1): Measure {
  return (neutral, face) => {
    const others = (["yaw", "pitch", "roll"] as const).filter((each) => each !== axis);
    const offAxis = Math.max(...others.map((each) => Math.abs(face.pose[each] - neutral.pose[each])));
    return offAxis <= OFF_AXIS_MAX ? Math.max(0, sign * (face.pose[axis] - neutral.pose[axis])) : 0;
  };
}

/** One change of the expression; 0 where the head is turned too far to measure it. */
function expressed(change: keyof ReturnType<typeof expressionChange>): Measure {
  return (neutral, face) => {
    const turned = (["yaw", "pitch"] as const).map((axis) => Math.abs(face.pose[axis] - neutral.pose[axis]));
    if (Math.max(...turned) > EXPRESSION_TURN_MAX) return 0;
    return expressionChange(neutral.landmarks, face.landmarks)[change];
  };
}
