import type { Measures } from "./measure.ts";

/** What keeps a picture from being good, the worst first; one is told at a time. */
const HINTS = ["too_dark", "too_bright", "moving", "blurred", "glare", "too_far", "good"] as const;
export type Hint = (typeof HINTS)[number];

const RULES: Readonly<Record<Hint, (measures: Measures) => boolean>> = {
  too_dark: ({ mean }) => mean < 55,
  too_bright: ({ burnt }) => burnt > 0.35,
  moving: ({ motion }) => motion > 9,
  blurred: ({ sharpness }) => sharpness < 60,
  glare: ({ burntTile }) => burntTile > 0.6,
  too_far: ({ extent }) => extent < 0.4,
  good: () => true,
};

/** The worst that can be said of a frame. A hint never keeps anybody from taking the picture. */
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
