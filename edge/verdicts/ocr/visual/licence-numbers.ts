import type { TextLine } from "../../../inference/port.ts";
import type { LabelKind } from "../../text/printed-labels.ts";
import { type LabelMatch, matchLabel } from "./labels.ts";
import { lineAt } from "./placement.ts";

/**
 * What driving licences number (Directive 2006/126/EC, Annex I, 3; ISO/IEC 18013-1 likewise). 9 and more say
 * what may be driven, 4c who issued it, 6 and 7 are the portrait and the signature.
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

/**
 * So many numbers, of which one is of the fourth group that nothing else prints, and a page is a driving
 * licence's.
 */
const NUMBERS_MIN = 3;

const NUMBER = /^\s*([1-9][a-d]?)(?:[.,)]\s*|\s+|$)(.*)$/i;

/** A line's number and the text behind it; null for a line without a number. */
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

/** The label of a licence's line: the printed label behind its number, else the number. */
export function matchNumber(text: string): LabelMatch | null {
  const found = numbered(text);
  if (found === null) return matchLabel(text);
  return matchLabel(found.rest) ?? { kind: NUMBERED[found.number]!, languages: [], rest: found.rest };
}

/** The two fields over the third, from the bottom up; readers often miss their thin numbers. */
const NAMES = ["first_name", "last_name"] as const;
/** Rows of one column begin this near to one another and follow this close, in heights of a row. */
const COLUMN = { left: 0.6, pitch: 3.2 } as const;

/**
 * The names of a licence whose numbers were not read: the two rows that stand over the third field's value,
 * in its column, where there are no more than two and no number says otherwise. Each row is its own label.
 */
export function unnumberedNames(
  lines: readonly TextLine[],
  labels: ReadonlyMap<TextLine, LabelMatch>,
): Map<TextLine, LabelMatch> {
  const found = new Map<TextLine, LabelMatch>();
  const third = [...labels].find(([, { kind, rest }]) => kind === "birth" && rest === "")?.[0];
  const value = third && lineAt("beside", third, lines);
  const rows = value === undefined ? [] : rowsOver(value, lines);
  if (rows.length !== NAMES.length) return found;
  for (const [i, kind] of NAMES.entries()) {
    const number = [...labels].find(([, label]) => label.kind === kind)?.[0];
    if (number !== undefined && lineAt("beside", number, lines) !== rows[i]) return new Map();
    if (number === undefined) found.set(rows[i]!, { kind, languages: [], rest: rows[i]!.text });
  }
  return found;
}

/** The rows of the line's column over it, from the bottom up, as far as one closely follows another. */
function rowsOver(line: TextLine, lines: readonly TextLine[]): TextLine[] {
  const [left, , , height] = line.place;
  const column = lines
    .filter(({ place: [x, y] }) => Math.abs(x - left) < COLUMN.left * height && y < line.place[1])
    .toSorted((a, b) => b.place[1] - a.place[1]);
  const gap = column.findIndex(({ place: [, y] }, i) => {
    const below = column[i - 1] ?? line;
    return below.place[1] - y > COLUMN.pitch * height;
  });
  return gap === -1 ? column : column.slice(0, gap);
}
