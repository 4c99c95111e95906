import type { TextLine } from "../../../../inference/port.ts";
import type { LabelKind } from "../../../text/printed-labels.ts";
import { type LabelMatch, matchLabel } from "../labels/labels.ts";
import { lineAt, splitAt } from "../placement.ts";

/**
 * The numbered fields of driving licences (Directive 2006/126/EC, Annex I, 3; ISO/IEC 18013-1 likewise).
 * Fields from 9 on list vehicle categories, 4c is the authority, 6 and 7 are the portrait and the signature.
 */
export const NUMBERED: Readonly<Record<string, LabelKind>> = {
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

/**
 * A page with at least this many field numbers, one of them of group 4, which no other document prints, or
 * with two of that group, is a driving licence.
 */
const NUMBERS_MIN = 3;
const GROUP: readonly string[] = ["4a", "4b", "4c", "4d"];

/**
 * A stroke is a misread full stop behind a letter; behind a digit it may be a date's. Brazil numbers a whole
 * name "2 e 1".
 */
const NUMBER = /^\s*([1-9][a-d]?)(?: e ?1(?= ))?(?:[.,)]\s*|(?<=[a-d])\/\s*|\s+|$)(.*)$/i;

/** A line's field number and the text after it; null for a line without a number. */
export function numbered(text: string): { readonly number: string; readonly rest: string } | null {
  const [, number, rest] = NUMBER.exec(text.normalize("NFKC")) ?? [];
  const key = number?.toLowerCase() ?? "";
  return Object.hasOwn(NUMBERED, key) ? { number: key, rest: rest!.trim() } : null;
}

/**
 * Whether the page's fields have the numbers of a driving licence; one of group 4 is enough under its title.
 */
export function isLicence(texts: readonly string[], isTitled = false): boolean {
  const numbers = new Set(texts.flatMap((text) => numbered(text)?.number ?? []));
  const grouped = GROUP.filter((number) => numbers.has(number)).length;
  return (
    grouped >= (isTitled ? 1 : 2) || (numbers.size >= NUMBERS_MIN && (numbers.has("4a") || numbers.has("4b")))
  );
}

/** A number of group 4 behind something else. A month's name may follow a 4, so no letter comes after it. */
const FURTHER = /(?<=\S\s*)4([b-d])(?![a-z])/gi;

/**
 * Lines split into a licence's fields, since those of group 4 are often printed side by side. Each has its
 * share of the line's boxes, by its characters.
 */
export function withFieldsApart(lines: readonly TextLine[]): TextLine[] {
  return lines.flatMap((line) => {
    const letter = /^4([a-c])$/.exec(numbered(line.text)?.number ?? "")?.[1];
    return letter === undefined ? [line] : partsOf(line, letter);
  });
}

function partsOf(line: TextLine, letter: string): TextLine[] {
  const { text } = line;
  const starts = [0];
  let last = letter;
  for (const { index, 1: next } of text.matchAll(FURTHER)) {
    // A personal number (4d) may hold such signs itself.
    if (next!.toLowerCase() <= last) continue;
    last = next!.toLowerCase();
    starts.push(index);
  }
  return splitAt(line, starts).map((part) => ({
    ...part,
    text: part.text.replace(/^4[b-d](?=\d)/i, "$& ").trim(),
  }));
}

/** The label of a licence's line: the printed label after the number, else the number's own. */
export function matchNumber(text: string): LabelMatch | null {
  const found = numbered(text);
  if (found === null) return matchLabel(text);
  return matchLabel(found.rest) ?? { kind: NUMBERED[found.number]!, languages: [], rest: found.rest };
}

/**
 * Lines that begin like a field's number but are a value: beside a lone number in their own field's column,
 * an address may begin with its house number.
 */
export function valuesBesideNumbers(
  lines: readonly TextLine[],
  labels: ReadonlyMap<TextLine, LabelMatch>,
): TextLine[] {
  const lone = [...labels.keys()].filter(({ text }) => numbered(text)?.rest === "");
  return lone.flatMap((label) => {
    const value = lineAt("beside", label, lines);
    const isNumbered = value !== undefined && (numbered(value.text)?.rest ?? "") !== "";
    return isNumbered && !lone.some((each) => isUnder(value, each)) ? [value] : [];
  });
}

/** Maximum difference of the left edges of a column's lines, in heights of a line. */
const SAME_LEFT = 0.6;

/** Field numbers in the order in which a licence prints them. */
export const ORDER: readonly string[] = ["1", "2", "3", "4a", "4b", "4c", "4d", "5", "6", "7", "8", "9"];

export const isUnder = ({ place: [x] }: TextLine, { place: [left, , , height] }: TextLine): boolean =>
  Math.abs(x - left) < SAME_LEFT * height;
