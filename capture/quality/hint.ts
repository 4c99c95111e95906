import type { Measures } from "./measure.ts";
import type { Place } from "./place.ts";

/**
 * The quality of a photo. `bad`: the service would reject it. `fair`: it could be better, but the service may
 * accept it, since it reads a document that is slightly cut off or overexposed; fraud detection sees less of
 * it. Only a `good` photo takes itself.
 */
const GRADES = {
  too_dark: "bad",
  too_bright: "bad",
  moving: "bad",
  blurred: "bad",
  nothing: "bad",
  too_far: "bad",
  glare: "fair",
  outside: "fair",
  too_near: "fair",
  tilted: "fair",
  good: "good",
} as const satisfies Readonly<Record<string, Grade>>;

export type Grade = "bad" | "fair" | "good";
export type Hint = keyof typeof GRADES;

export const gradeOf = (hint: Hint): Grade => GRADES[hint];

/** The worst first; one is shown at a time. */
const HINTS = Object.keys(GRADES) as readonly Hint[];

/**
 * Limits at which the service begins to reject photos. They were set on generated captures of the tuning
 * templates; `npm run lab -- evaluate documents --only hints` measures the agreement on other ones.
 */
const RULES: Readonly<Record<Hint, (measures: Measures) => boolean>> = {
  too_dark: ({ mean }) => mean < 48,
  // White stock overexposes before its print does: as long as the print has strong edges, it can be read.
  too_bright: ({ burnt, mean, sharpness }) => burnt > 0.66 && (mean > 240 || sharpness < 151),
  moving: ({ motion }) => motion > 9,
  blurred: ({ sharpness, mean, place }) => place !== null && sharpness < 0.5 * mean,
  glare: ({ burntTile, burnt }) => burntTile > 0.98 && burnt > 0.22,
  nothing: ({ place }) => place === null,
  // A document that is cut at one side or at two is beside the frame; one that is cut at more is too near.
  outside: ({ place }) => place !== null && [1, 2].includes(sidesCut(place)),
  too_near: ({ place }) => place !== null && sidesCut(place) > 2,
  too_far: ({ longSide }) => longSide < 500,
  // The service rectifies a rotated document: only one seen at a steep angle is hard to read.
  tilted: ({ place }) => place !== null && place.skew > 30,
  good: () => true,
};

/** How many of the document's sides the photo's edge cuts. */
const sidesCut = ({ left, right, top, bottom }: Place): number =>
  [left === 0, right === 1, top === 0, bottom === 1].filter(Boolean).length;

/** The worst hint for a frame. A hint never keeps a person from taking the photo. */
export const hintOf = (measures: Measures): Hint => HINTS.find((hint) => RULES[hint](measures))!;

/** Milliseconds for which a hint stays, so that it can be read. */
const HELD_MS = 1_200;

/** The hint that is shown, and since when. */
export interface Held {
  readonly hint: Hint;
  readonly since: number;
}

/** The hint to show after a frame at this time: one that was shown stays for a moment. */
export function hold(held: Held | null, hint: Hint, now: number): Held {
  if (held !== null && (held.hint === hint || now - held.since < HELD_MS)) return held;
  return { hint, since: now };
}

/** Milliseconds without a photo after which the shutter is offered in words. */
const SILENT_MS: Readonly<Record<Grade, number>> = { bad: 10_000, fair: 3_000, good: 10_000 };

/** Less if the service may accept the photo as it is; null until the first frame was judged. */
export const silentMs = (hint: Hint | null): number => SILENT_MS[hint === null ? "bad" : gradeOf(hint)];

/**
 * The text for the one thing to do before the camera. `isOffered`: it is time to say that one may press; a
 * good place needs no other word.
 */
export function aimingText(
  hint: Hint | null,
  isOffered: boolean,
  automatic: boolean,
):
  | "capture_by_hand"
  | "capture_press"
  | "capture_aim"
  | `hint_${Exclude<Hint, "nothing"> | "good_automatic"}` {
  if (isOffered && hint !== "good") return automatic ? "capture_by_hand" : "capture_press";
  if (hint === null || hint === "nothing") return "capture_aim";
  return hint === "good" && automatic ? "hint_good_automatic" : `hint_${hint}`;
}

/** Milliseconds for which every frame is good before a photo takes itself. */
const STEADY_MS = 500;

/** Since when every frame has been good; null after one that was not. */
export const sinceGood = (since: number | null, hint: Hint, now: number): number | null =>
  hint === "good" ? (since ?? now) : null;

export const isSteady = (since: number | null, now: number): boolean =>
  since !== null && now - since >= STEADY_MS;
