import type { Screen, ScreenName, ScreenOf } from "./state.ts";

/** Consent, the document, the face, the outcome. */
export const STEP_COUNT = 4;

const DOCUMENT = 2;
const FACE = 3;
const stepOfWhat = (what: "document" | "face") => (what === "face" ? FACE : DOCUMENT);

const STEPS: { readonly [Name in ScreenName]?: (screen: ScreenOf<Name>) => number } = {
  consent: () => 1,
  document_type: () => DOCUMENT,
  camera_primer: () => DOCUMENT,
  document_capture: () => DOCUMENT,
  look: () => DOCUMENT,
  selfie_primer: () => FACE,
  challenge: () => FACE,
  camera_recovery: ({ facing }) => (facing === "user" ? FACE : DOCUMENT),
  sending: ({ what }) => stepOfWhat(what),
  change: ({ step }) => stepOfWhat(step),
  waiting: () => STEP_COUNT,
  outcome: () => STEP_COUNT,
};

/** The step of a screen, from 1 to `STEP_COUNT`; null if the screen belongs to none. */
export function stepOf(screen: Screen): number | null {
  const step = STEPS[screen.name] as ((screen: Screen) => number) | undefined;
  return step?.(screen) ?? null;
}
