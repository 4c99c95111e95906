/** Actions of contract §5; `random` lets the server choose. */
export const ACTION_HINTS = [
  "turn_left",
  "turn_right",
  "look_up",
  "look_down",
  "blink",
  "smile",
  "open_mouth",
  "random",
] as const;

/** Actions that a verdict can prove today; a hint at another is answered by one of these. */
export const TURN_ACTIONS = ["turn_left", "turn_right"] as const;
export type TurnAction = (typeof TURN_ACTIONS)[number];

export const INSTRUCTIONS: Readonly<Record<TurnAction, string>> = {
  turn_left: "Look straight ahead, then turn your head clearly to your left.",
  turn_right: "Look straight ahead, then turn your head clearly to your right.",
};

export function isTurnAction(action: string): action is TurnAction {
  return (TURN_ACTIONS as readonly string[]).includes(action);
}
