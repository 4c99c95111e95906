import type { Screen, ScreenName, ScreenOf, State } from "./state.ts";

/** The parts of the way. A person who comes back shows no document. */
const PARTS = ["consent", "document", "face", "outcome"] as const;
type Part = (typeof PARTS)[number];
const PARTS_OF_RETURN: readonly Part[] = ["consent", "face", "outcome"];

const SCREENS: { readonly [Name in ScreenName]?: (screen: ScreenOf<Name>) => Part } = {
  consent: () => "consent",
  document_type: () => "document",
  chip: () => "document",
  wallet: () => "document",
  camera_primer: () => "document",
  document_capture: () => "document",
  look: () => "document",
  selfie_primer: () => "face",
  challenge: () => "face",
  camera_recovery: ({ facing }) => (facing === "user" ? "face" : "document"),
  sending: ({ what }) => what,
  change: ({ step }) => step,
  waiting: () => "outcome",
  outcome: () => "outcome",
};

/** Whether the person is recognised by the face alone. False before the page has been read. */
export const isReturning = ({ introduction }: Pick<State, "introduction">): boolean =>
  introduction?.page.returning === true;

/** Whether the photos of the document were good enough, so that the face is next. */
export const isDocumentAccepted = (state: Pick<State, "introduction" | "situation">): boolean =>
  !isReturning(state) && state.situation?.type === "face" && state.situation.reason === null;

/** Whether only the age is checked. False before the page has been read. */
export const isOfAge = ({ introduction }: Pick<State, "introduction">): boolean =>
  introduction?.page.age_only === true;

/** The step of the screen, from 1 to `count`; null if the screen belongs to none. */
export function stepOf(
  state: Pick<State, "introduction"> & { readonly screen: Screen },
): { readonly step: number; readonly count: number } | null {
  const partOf = SCREENS[state.screen.name] as ((screen: Screen) => Part) | undefined;
  const part = partOf?.(state.screen);
  const parts = isReturning(state) ? PARTS_OF_RETURN : PARTS;
  return part === undefined ? null : { step: parts.indexOf(part) + 1, count: parts.length };
}
