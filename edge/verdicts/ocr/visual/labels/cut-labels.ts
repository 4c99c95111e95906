import { LABELS } from "../../../text/label-table.ts";
import { lettersOf } from "../../../text/letters.ts";
import type { LabelMatch } from "./labels.ts";

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
