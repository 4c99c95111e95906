import type { Command, Event } from "./messages.ts";
import type { Facing, Screen, ScreenName, ScreenOf, State } from "./state.ts";

/** A new state, and its commands. */
export interface Step {
  readonly state: State;
  readonly commands: readonly Command[];
}

/** A command before the machine gives it its task. */
type Asked = Command extends infer C ? (C extends { task: number } ? Omit<C, "task"> : C) : never;

type EventOf<Type extends Event["type"]> = Extract<Event, { type: Type }>;

/** How a screen handles its events. Every other event leaves it unchanged. */
export type Transitions<Name extends ScreenName> = {
  readonly [Type in Event["type"]]?: (
    state: State & { readonly screen: ScreenOf<Name> },
    event: EventOf<Type>,
  ) => Step;
};

/** Goes to a screen and begins work there: events of earlier work are ignored. */
export function go(state: State, screen: Screen, ...asked: readonly Asked[]): Step {
  const task = state.task + 1;
  const commands = asked.map((command) => ({ ...command, task }) as Command);
  const isNew = screen.name !== state.screen.name;
  return {
    state: { ...state, screen, task, fileFault: null },
    commands: isNew ? [{ type: "tell", step: screen.name }, ...commands] : commands,
  };
}

/** Shows more of the same screen; its work continues. */
export const stay = (state: State, screen: Screen): Step => ({ state: { ...state, screen }, commands: [] });

/** Opens the camera of this side for a screen, by the lens that the person has chosen there. */
export const openCamera = (state: State, screen: Screen, facing: Facing): Step =>
  go(state, screen, { type: "open_camera", facing, lens: state.lenses[facing] ?? null });

/** The state with the next lens chosen for this side; null where there is but one. */
export function withNextLens(state: State, facing: Facing): State | null {
  const { camera } = state;
  if (camera === null || camera.lenses.length < 2) return null;
  const at = camera.lens === null ? -1 : camera.lenses.indexOf(camera.lens);
  return { ...state, lenses: { ...state.lenses, [facing]: camera.lenses[(at + 1) % camera.lenses.length]! } };
}

/** Switches the camera's torch, if it has one; the camera reports whether it did. */
export const setTorch = (state: State, on: boolean): Step =>
  state.camera?.hasTorch === true
    ? { state, commands: [{ type: "set_torch", task: state.task, on }] }
    : { state, commands: [] };
