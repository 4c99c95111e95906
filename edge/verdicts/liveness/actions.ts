import type { LivenessLimits } from "./levels.ts";
import { type Axis, type Detector, expressed, moved } from "./motion/movement.ts";

interface ActionFacts {
  /** The instruction to the person. */
  readonly instruction: string;
  readonly measure: Detector;
  /** The limit that the measure must reach. */
  readonly limit: keyof LivenessLimits;
  /** A head movement's axis, and the opposite movement. A bad PAD score raises its limit. */
  readonly axis?: Axis;
  readonly opposite?: string;
  /**
   * An expression of the same part of the face. Opening the mouth may widen it as well, and a smile may open
   * it: the expression with the larger measured/required ratio counts.
   */
  readonly rival?: string;
}

/** The actions of contract §5.4, each one record. Every action needs some head turn: see `parallax.ts`. */
const FACTS = {
  turn_left: {
    instruction: "Look straight ahead, then turn your head clearly to your left.",
    measure: moved("yaw", 1),
    limit: "turn",
    axis: "yaw",
    opposite: "turn_right",
  },
  turn_right: {
    instruction: "Look straight ahead, then turn your head clearly to your right.",
    measure: moved("yaw", -1),
    limit: "turn",
    axis: "yaw",
    opposite: "turn_left",
  },
  look_up: {
    instruction: "Look straight ahead, then lift your chin clearly upwards.",
    measure: moved("pitch", 1),
    limit: "nod",
    axis: "pitch",
    opposite: "look_down",
  },
  look_down: {
    instruction: "Look straight ahead, then lower your chin clearly downwards.",
    measure: moved("pitch", -1),
    limit: "nod",
    axis: "pitch",
    opposite: "look_up",
  },
  blink: {
    instruction: "Look straight ahead, then close both eyes, and turn your head a little to each side.",
    measure: expressed("closedEyes"),
    limit: "closedEyes",
  },
  smile: {
    instruction: "Look straight ahead, then smile broadly, and turn your head a little to each side.",
    measure: expressed("smile"),
    limit: "smile",
    rival: "open_mouth",
  },
  open_mouth: {
    instruction: "Look straight ahead, then open your mouth wide, and turn your head a little to each side.",
    measure: expressed("openedMouth"),
    limit: "openedMouth",
    rival: "smile",
  },
} as const satisfies Record<string, ActionFacts>;

export type Action = keyof typeof FACTS;
export const ACTIONS = Object.keys(FACTS) as [Action, ...Action[]];

type Facts = ActionFacts & { readonly opposite?: Action; readonly rival?: Action };
/** The record of an action: its instruction, its measure, and the movements that contradict it. */
export const factsOf = (action: Action): Facts => FACTS[action];

/** `random` lets the server choose the action. */
export const ACTION_HINTS = [...ACTIONS, "random"] as const;
export type ActionHint = (typeof ACTION_HINTS)[number];

export function isAction(action: string): action is Action {
  return Object.hasOwn(FACTS, action);
}
