/**
 * The actions of contract §5.4, each with its instruction. Every action needs some head turn: see
 * `parallax.ts`.
 */
export const INSTRUCTIONS = {
  turn_left: "Look straight ahead, then turn your head clearly to your left.",
  turn_right: "Look straight ahead, then turn your head clearly to your right.",
  look_up: "Look straight ahead, then lift your chin clearly upwards.",
  look_down: "Look straight ahead, then lower your chin clearly downwards.",
  blink: "Look straight ahead, then close both eyes, and turn your head a little to each side.",
  smile: "Look straight ahead, then smile broadly, and turn your head a little to each side.",
  open_mouth: "Look straight ahead, then open your mouth wide, and turn your head a little to each side.",
} as const satisfies Record<string, string>;

export type Action = keyof typeof INSTRUCTIONS;
export const ACTIONS = Object.keys(INSTRUCTIONS) as readonly Action[];

/** `random` lets the server choose the action. */
export const ACTION_HINTS = [...(ACTIONS as [Action, ...Action[]]), "random"] as const;
export type ActionHint = (typeof ACTION_HINTS)[number];

export function isAction(action: string): action is Action {
  return Object.hasOwn(INSTRUCTIONS, action);
}
