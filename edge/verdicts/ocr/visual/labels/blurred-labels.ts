import { editDistance, isWithinEdits } from "../../../text/edit-distance.ts";
import { LABELS, type Label } from "../../../text/label-table.ts";
import { lettersOf } from "../../../text/letters.ts";
import type { LabelKind } from "../../../text/printed-labels.ts";
import type { LabelMatch } from "./labels.ts";

/** Minimum letters of a label that is searched in a line of low confidence. */
const BLURRED_FROM = 10;
/** The share of its letters that may be misread there; labels of other kinds must have this many more. */
const BLURRED = { share: 0.3, clear: 2 } as const;
const LONG_LABELS = LABELS.filter(({ letters }) => letters.length >= BLURRED_FROM);

/**
 * The label that is most similar to a whole line of low confidence: print that is too small for the reader
 * has more errors than a plain misreading. Null if a label of another kind is nearly as similar. Compares
 * with every long label, in a millisecond at worst.
 */
export function blurredLabel(text: string): LabelMatch | null {
  const letters = lettersOf(text);
  if (letters.length < BLURRED_FROM) return null;
  const nearest = new Map<LabelKind, { readonly label: Label; readonly distance: number }>();
  for (const label of LONG_LABELS) {
    const farthest = BLURRED.share * label.letters.length + BLURRED.clear;
    if (Math.abs(label.letters.length - letters.length) > farthest) continue;
    const distance = editDistance(label.letters, letters);
    const known = nearest.get(label.kind)?.distance ?? Number.POSITIVE_INFINITY;
    if (distance < known) nearest.set(label.kind, { label, distance });
  }
  const [best, next] = [...nearest.values()].sort((a, b) => a.distance - b.distance);
  if (best === undefined || best.distance > BLURRED.share * best.label.letters.length) return null;
  if (next !== undefined && next.distance - best.distance < BLURRED.clear) return null;
  return { kind: best.label.kind, languages: best.label.languages, rest: "" };
}

/** Minimum letters of a label's beginning, and the share of the label that they are. */
const CUT = { from: 6, share: 0.6 } as const;

/** The kind of label that a whole line begins: detectors end small print early. Null for none or several. */
export function cutLabel(text: string): LabelMatch | null {
  const letters = lettersOf(text);
  if (letters.length < CUT.from || /\d/.test(text)) return null;
  const begun = LABELS.filter(
    ({ letters: label }) => label.startsWith(letters) && letters.length >= CUT.share * label.length,
  );
  const [first, ...others] = begun;
  if (first === undefined || others.some(({ kind }) => kind !== first.kind)) return null;
  return { kind: first.kind, languages: first.languages, rest: "" };
}

/** Minimum letters of a text that may be similar to a label, and minimum letters for one misreading. */
const LIKE = { from: 6, lettersAnError: 4 } as const;

/**
 * Whether a text is similar to the beginning of a label, of the given kinds if any: detectors end small print
 * early, and readers misread it.
 */
export function isLikeLabel(text: string, kinds?: readonly LabelKind[]): boolean {
  const letters = lettersOf(text);
  if (letters.length < LIKE.from) return false;
  const mistaken = Math.floor(letters.length / LIKE.lettersAnError);
  return LABELS.some(
    ({ letters: label, kind }) =>
      (kinds === undefined || kinds.includes(kind)) &&
      label.length + mistaken >= letters.length &&
      isWithinEdits(label.slice(0, letters.length), letters, mistaken),
  );
}
