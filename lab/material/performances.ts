import type { Action } from "../../edge/verdicts/liveness/actions.ts";
import type { HeadChange } from "./faces/head-warp.ts";

/** The full movement of each action: degrees of a turn or a nod, or the share of an expression. */
const IN_FULL = {
  turn_left: { yaw: 30 },
  turn_right: { yaw: -30 },
  look_up: { pitch: 22 },
  look_down: { pitch: -22 },
  blink: { blink: 1 },
  smile: { smile: 1 },
  open_mouth: { openMouth: 1 },
} as const satisfies Record<Action, HeadChange>;

/** Degrees to each side by which the head turns during an expression. */
const SWAY = 8;

/** The action performed with a strength (1 is in full), as changes of a head that looks straight ahead. */
export function performed(action: Action, strength = 1): HeadChange {
  const [[change, full]] = Object.entries(IN_FULL[action]) as [[keyof HeadChange, number]];
  const isTurn = change === "yaw" || change === "pitch";
  return { ...(isTurn ? {} : { yaw: SWAY - 1 }), [change]: full * strength };
}

/** Two frames after the neutral one: half of a turn, or the sway to the other side; then the action. */
export function performance(action: Action, strength = 1): readonly [HeadChange, HeadChange] {
  const whole = performed(action, strength);
  const isTurn = Object.keys(whole).length === 1;
  return [isTurn ? performed(action, strength / 2) : { yaw: -SWAY }, whole];
}
