import type { Command, Event } from "#capture/machine/messages.ts";
import { reduce } from "#capture/machine/reduce.ts";
import { INITIAL, type State } from "#capture/machine/state.ts";

interface Step {
  readonly state: State;
  readonly commands: readonly Command[];
}

/** The state after these events, and the effects of the last one. Each completes the work in progress. */
export function playFrom(from: State, ...happened: readonly object[]): Step {
  let step: Step = { state: from, commands: [] };
  for (const event of happened) step = reduce(step.state, { task: step.state.task, ...event } as Event);
  return step;
}

export const play = (...happened: readonly object[]): Step => playFrom(INITIAL, ...happened);
