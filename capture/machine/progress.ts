import type { Situation } from "./situation.ts";
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

/** While a phone is used: the part that the service asks for. */
const ASKED: { readonly [Type in Situation["type"]]?: Part } = {
  consent: "consent",
  document: "document",
  face: "face",
  wait: "outcome",
};

const partOf = ({ screen, situation }: Pick<State, "screen" | "situation">): Part | undefined => {
  if (screen.name === "use_phone" || screen.name === "moved") return ASKED[situation?.type ?? "over"];
  return (SCREENS[screen.name] as ((screen: Screen) => Part) | undefined)?.(screen);
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
  state: Pick<State, "introduction" | "screen" | "situation">,
): { readonly step: number; readonly count: number } | null {
  const part = partOf(state);
  const parts = isReturning(state) ? PARTS_OF_RETURN : PARTS;
  return part === undefined ? null : { step: parts.indexOf(part) + 1, count: parts.length };
}
