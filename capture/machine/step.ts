import type { Command, Event } from "./messages.ts";
import type { Screen, ScreenName, ScreenOf, State } from "./state.ts";

/** A new state, and what is to be done. */
export interface Step {
  readonly state: State;
  readonly commands: readonly Command[];
}

/** A command before the machine gives it its task. */
type Asked = Command extends infer C ? (C extends { task: number } ? Omit<C, "task"> : C) : never;

type EventOf<Type extends Event["type"]> = Extract<Event, { type: Type }>;

/** What a screen does with the events that it knows. Every other event leaves it as it is. */
export type Transitions<Name extends ScreenName> = {
  readonly [Type in Event["type"]]?: (
    state: State & { readonly screen: ScreenOf<Name> },
    event: EventOf<Type>,
  ) => Step;
};

/** Goes to a screen and begins work there: whatever was under way is no longer heard. */
export function go(state: State, screen: Screen, ...asked: readonly Asked[]): Step {
  const task = state.task + 1;
  const commands = asked.map((command) => ({ ...command, task }) as Command);
  const isNew = screen.name !== state.screen.name;
  return {
    state: { ...state, screen, task },
    commands: isNew ? [{ type: "tell", step: screen.name }, ...commands] : commands,
  };
}

/** Shows more of the same screen; the work under way goes on. */
export const stay = (state: State, screen: Screen): Step => ({ state: { ...state, screen }, commands: [] });
