import { isWithinEdits } from "../../../text/edit-distance.ts";
import { LABELS } from "../../../text/label-table.ts";
import { lettersOf } from "../../../text/letters.ts";
import type { LabelKind } from "../../../text/printed-labels.ts";
import type { LabelMatch } from "./labels.ts";

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
