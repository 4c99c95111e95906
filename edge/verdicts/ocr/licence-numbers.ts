import { type LabelMatch, matchLabel } from "./labels.ts";
import type { LabelKind } from "./printed-labels.ts";

/**
 * What driving licences number (Directive 2006/126/EC, Annex I, 3; ISO/IEC 18013-1 likewise). 9 and more say what may be
 * driven, 4c who issued it, 6 and 7 are the portrait and the signature.
 */
const NUMBERED: Readonly<Record<string, LabelKind>> = {
  "1": "last_name",
  "2": "first_name",
  "3": "birth",
  "4a": "date_of_issue",
  "4b": "date_of_expiry",
  "4c": "other",
  "4d": "personal_number",
  "5": "document_number",
  "6": "other",
  "7": "other",
  "8": "address",
  "9": "other",
};

/** So many numbers, of which one is of the fourth group that nothing else prints, and a page is a driving licence's. */
const NUMBERS_MIN = 3;

const NUMBER = /^\s*([1-9][a-d]?)(?:[.,)]\s*|\s+|$)(.*)$/i;

/** A line's number and what follows; null where it begins with none. */
function numbered(text: string): { readonly number: string; readonly rest: string } | null {
  const [, number, rest] = NUMBER.exec(text.normalize("NFKC")) ?? [];
  const key = number?.toLowerCase() ?? "";
  return Object.hasOwn(NUMBERED, key) ? { number: key, rest: rest!.trim() } : null;
}

/** Whether the page's fields are numbered as a driving licence's are. */
export function isLicence(texts: readonly string[]): boolean {
  const numbers = new Set(texts.flatMap((text) => numbered(text)?.number ?? []));
  return numbers.size >= NUMBERS_MIN && (numbers.has("4a") || numbers.has("4b"));
}

/** The label of a licence's line: what is printed behind its number, else the number. */
export function matchNumber(text: string): LabelMatch | null {
  const found = numbered(text);
  if (found === null) return matchLabel(text);
  return matchLabel(found.rest) ?? { kind: NUMBERED[found.number]!, languages: [], rest: found.rest };
}
