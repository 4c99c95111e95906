import type { TextLine } from "../../../inference/port.ts";
import type { FieldKey } from "../../../vocabulary/documents.ts";
import { findDate } from "../../text/dates.ts";
import { CONFIDENT } from "../confidence.ts";
import { labelOf } from "./labels.ts";
import { lineAt, PLACEMENTS } from "./placement.ts";
import { type ReadValue, readIn } from "./read-value.ts";

/** The dates that a zone with valid check digits tells, ISO 8601. */
interface KnownDates {
  readonly birth: string;
  readonly expiry: string;
}

/**
 * Values that tell by themselves what they are, where their labels could not be read: labels are smaller
 * than values and lost first. Only beside a zone, whose dates and numbers are known.
 */
export function unlabelledValues(
  lines: readonly TextLine[],
  dates: KnownDates | undefined,
  now: number,
): Map<FieldKey, ReadValue> {
  const found = new Map<FieldKey, ReadValue>();
  const explained = explainedBy(lines);
  const open = lines.filter(
    (line) => line.confidence >= CONFIDENT && !explained.has(line) && labelOf(line) === null,
  );
  const issue = dates && dateOfIssue(open, lines, dates, now);
  if (issue !== undefined) found.set("date_of_issue", issue);
  const address = addressOf(open);
  if (address !== undefined) found.set("address", address);
  return found;
}

/** A label is smaller than its value by so much. */
const SMALLER = 0.9;
/** Letters from which a line is a label, and no sign or code. */
const WORDED = 5;

/** The values beside which a line says what they are that was read, whether it is a known label or not. */
function explainedBy(lines: readonly TextLine[]): ReadonlySet<TextLine> {
  const explained = new Set<TextLine>();
  for (const label of lines) {
    for (const placement of PLACEMENTS) {
      const value = lineAt(placement, label, lines);
      if (value !== undefined && isLegibleLabel(label, value)) explained.add(value);
    }
  }
  return explained;
}

const isLegibleLabel = (label: TextLine, value: TextLine): boolean => {
  const isSmaller = label.place[3] < SMALLER * value.place[3];
  const isWorded = label.text.replace(/[^\p{L}]/gu, "").length >= WORDED;
  return isSmaller && isWorded && label.confidence >= CONFIDENT;
};

/**
 * The only date of a page beside those of birth and expiry, which must be printed too; before the expiry,
 * after the birth and not to come.
 */
function dateOfIssue(
  open: readonly TextLine[],
  lines: readonly TextLine[],
  { birth, expiry }: KnownDates,
  now: number,
): ReadValue | undefined {
  const dated = lines.flatMap((line) => {
    // Looking for a date takes longest where there is none.
    if (!/\d/.test(line.text)) return [];
    const date = findDate(line.text, { century: { kind: "issue", now } })?.date;
    return date === undefined ? [] : [{ line, date }];
  });
  const printed = new Set(dated.map(({ date }) => date));
  if (!printed.has(birth) || !printed.has(expiry)) return undefined;
  const [only, ...others] = dated.filter(({ date }) => date !== birth && date !== expiry);
  if (only === undefined || others.length > 0 || !open.includes(only.line)) return undefined;
  const today = new Date(now).toISOString().slice(0, 10);
  const isIssue = only.date > birth && only.date < expiry && only.date <= today;
  return isIssue ? readIn([only.line], only.date) : undefined;
}

/** One class of signs, so that a long line is matched in one pass. */
const WORDS = String.raw`\p{L}[\p{L} '’.-]*`;
/** A house's number before or behind its street, and a postal code before or behind its town. */
const STREET = new RegExp(String.raw`^(?:\d{1,4}[A-Z]? ?${WORDS}|${WORDS} ?\d{1,4}[A-Z]?\.?)$`, "u");
const TOWN = new RegExp(String.raw`^(?:\d{4,6} ?${WORDS}|${WORDS} ?\d{4,6})$`, "u");
/** Letters of a street's or a town's name at least: numbers of documents have fewer in a row. */
const NAMED = /\p{L}{4}/u;

const isStreet = (text: string) => STREET.test(text.trim()) && NAMED.test(text);
const isTown = (text: string) => TOWN.test(text.trim()) && NAMED.test(text);

/** The only address of a page: a street and a town, in one line or two beneath one another. */
function addressOf(open: readonly TextLine[]): ReadValue | undefined {
  const single = open.filter(({ text }) => {
    const parts = text.split(",");
    const [first, second] = parts as [string, string];
    return (
      parts.length === 2 && ((isStreet(first) && isPlace(second)) || (isTown(first) && isStreet(second)))
    );
  });
  const pairs = open.flatMap((first) => {
    const second = lineAt("beneath", first, open);
    if (second === undefined || Math.abs(second.place[0] - first.place[0]) >= 2 * first.place[3]) return [];
    const isAddress =
      (isStreet(first.text) && isTown(second.text)) || (isTown(first.text) && isStreet(second.text));
    return isAddress ? [[first, second]] : [];
  });
  const [only, ...others] = [...single.map((line) => [line]), ...pairs];
  if (only === undefined || others.length > 0) return undefined;
  return readIn(only, only.map(({ text }) => text.trim()).join(", "));
}

const PLACE = new RegExp(`^${WORDS}$`, "u");
const isPlace = (text: string) => isTown(text) || PLACE.test(text.trim());
