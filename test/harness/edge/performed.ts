import { ACTIONS, type Action } from "#edge/verdicts/liveness/actions.ts";
import { performed } from "#lab/material/performances.ts";

export type { Action };

/** An action of a challenge as changes of a face that is seen from the front, for `frame`. */
export function changesOf(action: Action, strength: number) {
  const { yaw = 0, pitch = 0, ...look } = performed(action, strength);
  return { pose: { yaw, pitch }, look };
}

/** Each action, well beyond its limit and within the limits of a first frame. */
export const PERFORMED = Object.fromEntries(
  ACTIONS.map((action) => [action, changesOf(action, 0.7)]),
) as Readonly<Record<Action, ReturnType<typeof changesOf>>>;
