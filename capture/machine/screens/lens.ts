import type { Facing, Screen, State } from "../state.ts";
import { go, type Step } from "../step.ts";

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

/** Asks the camera for light, where it has some; it tells whether it did. */
export const setTorch = (state: State, on: boolean): Step =>
  state.camera?.hasTorch === true
    ? { state, commands: [{ type: "set_torch", task: state.task, on }] }
    : { state, commands: [] };
