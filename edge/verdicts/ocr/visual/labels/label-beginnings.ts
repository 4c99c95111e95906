import { isWithinEdits } from "../../../../../vocabulary/edit-distance.ts";
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

/**
 * Minimum letters of a cut label and the share of the label that they are; minimum letters of a misread one
 * and the letters for one misreading.
 */
const NEAR = { from: 6, share: 0.6, misreadFrom: 9, lettersAnError: 5 } as const;

type Label = (typeof LABELS)[number];

/**
 * The kind of label of a whole line that lost its beginning or its end, or has a few misread letters:
 * detectors cut small print. Null for none, and for a line that may be labels of several kinds.
 */
export function nearLabel(text: string): LabelMatch | null {
  if (/\d/.test(text)) return null;
  const found = translationsIn(text).flatMap(nearestTo);
  const [first, ...others] = found;
  if (first === undefined || others.some(({ kind }) => kind !== first.kind)) return null;
  return { kind: first.kind, languages: first.languages, rest: "" };
}

/** The letters of a label's translations, between slashes or one slash that was read as an I or L. */
function translationsIn(text: string): readonly string[] {
  const parts = text.split(/[/|]/).map(lettersOf);
  const [whole] = parts;
  if (parts.length > 1 || whole!.length < 2 * NEAR.from) return parts;
  const last = LABELS.find(({ letters }) => letters.length >= NEAR.from && whole!.endsWith(letters));
  const first = last && whole!.slice(0, -last.letters.length).replace(/[IL]$/, "");
  const isLabel = first !== undefined && nearestTo(first).some(({ kind }) => kind === last!.kind);
  return isLabel ? [first, last!.letters] : parts;
}

/** The labels that letters are a cut part of, else those with the fewest misread letters. */
function nearestTo(letters: string): readonly Label[] {
  if (letters.length < NEAR.from) return [];
  const most = letters.length < NEAR.misreadFrom ? 0 : Math.floor(letters.length / NEAR.lettersAnError);
  const labels = LABELS.filter(
    ({ letters: { length } }) => letters.length >= NEAR.share * length && letters.length - length <= most,
  );
  const cut = labels.filter(({ letters: label }) => label.startsWith(letters) || label.endsWith(letters));
  if (cut.length > 0 || most === 0) return cut;
  // One of so many pieces is not misread: comparing letters is slow, and few labels have such a piece.
  const pieces = Array.from({ length: most + 1 }, (_, i) =>
    letters.slice((i * letters.length) / (most + 1), ((i + 1) * letters.length) / (most + 1)),
  );
  const alike = labels.filter(({ letters: label }) => pieces.some((piece) => label.includes(piece)));
  for (let errors = 1; errors <= most; errors++) {
    const near = alike.filter(({ letters: label }) => isMisread(letters, label, errors));
    if (near.length > 0) return near;
  }
  return [];
}

/** Whether the letters are the label, its beginning or its end with at most so many misread. */
const isMisread = (letters: string, label: string, most: number): boolean =>
  [label, label.slice(0, letters.length), label.slice(-letters.length)].some((part) =>
    isWithinEdits(part, letters, most),
  );
