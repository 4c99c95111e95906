import { monthsNamed } from "./months.ts";

/** Maximum validity of a document in years; a two-digit expiry further ahead belongs to the past century. */
const VALIDITY_YEARS_MAX = 50;

/** The meaning of a date: birth and issue are in the past, an expiry is at most 50 years ahead. */
export type DateKind = "birth" | "issue" | "expiry";

/**
 * ISO 8601 date of an MRZ date (YYMMDD); null for a date that is invalid or partly unknown. A birth is in the
 * latest century that does not put it after `now`; an expiry in the latest that does not put it more than 50
 * years after `now`.
 */
export function mrzDate(value: string, kind: DateKind, now: number): string | null {
  const match = /^(\d\d)(\d\d)(\d\d)$/.exec(value);
  if (match === null) return null;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  return inCentury(year, month, day, { kind, now });
}

/** The centuries that documents name; the last is that of a document without an end, "01 01 9999". */
const CENTURIES = [19, 20, 21, 99] as const;

/** Every date that an MRZ date (YYMMDD) may be, earliest first: of years in 9900 only those of 9999. */
export function mrzDates(value: string): string[] {
  const match = /^(\d\d)(\d\d)(\d\d)$/.exec(value);
  if (match === null) return [];
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const centuries = CENTURIES.filter((century) => century !== 99 || year === 99);
  return centuries.flatMap((century) => calendarDate(century * 100 + year, month, day) ?? []);
}

/** The day so many years after another, ISO 8601. */
export const yearsAfter = (date: string, years: number): string =>
  String(Number(date.slice(0, 4)) + years).padStart(4, "0") + date.slice(4);

/** All dates with a year of four digits in a text, in either order of day and month if both are dates. */
export function datesIn(text: string): string[] {
  const found: string[] = [];
  for (const monthFirst of [false, true]) {
    for (let rest = text; /\d/.test(rest); ) {
      const match = findDate(rest, { monthFirst });
      if (match === null) break;
      found.push(match.date);
      rest = match.behind;
    }
  }
  return found;
}

/** Hints for the interpretation of a printed date. */
export interface DateContext {
  /** Resolves two-digit years; without it a date with a two-digit year is no date. */
  readonly century?: { readonly kind: DateKind; readonly now: number };
  /** Whether the page prints the month first in dates with slashes or hyphens, as in the United States. */
  readonly monthFirst?: boolean;
}

/** Day, month and year as printed, all as numbers. */
const YEAR_FIRST = /\b(\d{4})[-./ ]{1,2}(\d{1,2})[-./ ]{1,2}(\d{1,2})\b/;
/** A place of birth behind a year may have lost its space. */
const NUMERIC =
  /(?<!\d[-./]?)\b(\d{1,2})([-.,/ ]{1,2})(\d{1,2})[-.,/ ]{1,2}(\d{4}(?=\p{L}{2})|(?:\d{4}|\d\d)\b(?![-./]?\d))/u;
const NAMED =
  /\b(\d{1,2})[-./ ]*(\p{L}{3,12})\.?(?:[-./ ]*(\p{L}{3,12}))?\.?[-./ ]*(\d{4}|\d\d)\b(?![-./]?\d)/u;
const MONTH_FIRST = /(?<![\p{L}\d])(\p{L}{3,12})\.? (\d{1,2}), ?(\d{4})\b/u;
/** A date that lost spaces or separators: the whole text, or before a place of birth ("27 121984 BREMEL"). */
const RUN_TOGETHER = /^\s*(\d\d)[-./ ]?(\d\d)[-./ ]?((?:19|20)\d\d)(?=\s*$|[,\s]+\p{L}{2})/u;

/** A date found in a text. */
interface DateMatch {
  readonly date: string;
  /** The text before and after the date. */
  readonly before: string;
  readonly behind: string;
}

/**
 * The first date in a text of the visual inspection zone: year first (2031-05-09), day first (09.05.2031,
 * 09/05/31, 9 MAY/MAI 2031), or month first if the page prints it so or if day first gives no date
 * (05/19/2031, MAY 9, 2031). Spaces or separators may be lost (09052031). Null without a date, and for a
 * month whose name means different months in different languages.
 */
export function findDate(text: string, context: DateContext = {}): DateMatch | null {
  for (const [pattern, read] of FORMS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const date = read(match.slice(1), context);
    if (date === null) return null;
    const end = match.index + match[0].length;
    return { date, before: text.slice(0, match.index).trim(), behind: text.slice(end).trim() };
  }
  return null;
}

/** The ISO 8601 date of `findDate`. */
export const printedDate = (text: string, context: DateContext = {}): string | null =>
  findDate(text, context)?.date ?? null;

type Groups = readonly (string | undefined)[];
const FORMS: readonly (readonly [RegExp, (groups: Groups, context: DateContext) => string | null])[] = [
  [YEAR_FIRST, ([year, month, day]) => calendarDate(Number(year), Number(month), Number(day))],
  [NUMERIC, numericDate],
  [NAMED, ([day, one, other, year], context) => namedDate(day!, [one, other], year!, context)],
  [MONTH_FIRST, ([month, day, year], context) => namedDate(day!, [month], year!, context)],
  [RUN_TOGETHER, runTogether],
];

function numericDate([first, separator, second, year]: Groups, context: DateContext): string | null {
  const dayFirst = () => dated(year!, Number(second), Number(first), context);
  const monthFirst = () => dated(year!, Number(first), Number(second), context);
  const isAmerican = context.monthFirst === true && /^[-/]/.test(separator!.trim());
  return isAmerican ? (monthFirst() ?? dayFirst()) : (dayFirst() ?? monthFirst());
}

/** Day first; no date on a page that prints the month first, if both orders are possible. */
function runTogether([first, second, year]: Groups, { monthFirst = false }: DateContext): string | null {
  const [dayFirst, american] = [
    calendarDate(Number(year), Number(second), Number(first)),
    calendarDate(Number(year), Number(first), Number(second)),
  ];
  if (!monthFirst) return dayFirst;
  return dayFirst === null || first === second ? american : null;
}

/** Two names are the same month in two languages: the month is the one that both can mean. */
function namedDate(day: string, names: Groups, year: string, context: DateContext): string | null {
  const meant = names.filter((name) => name !== undefined).map(monthsNamed);
  const known = meant.filter(({ size }) => size > 0);
  const common = [...(known[0] ?? [])].filter((month) => known.every((months) => months.has(month)));
  return common.length === 1 ? dated(year, common[0]!, Number(day), context) : null;
}

function dated(year: string, month: number, day: number, { century }: DateContext): string | null {
  if (year.length === 4) return calendarDate(Number(year), month, day);
  return century === undefined ? null : inCentury(Number(year), month, day, century);
}

/** The latest date with these last two digits of the year that the kind allows. */
function inCentury(
  year: number,
  month: number,
  day: number,
  { kind, now }: { kind: DateKind; now: number },
): string | null {
  const limit = new Date(now);
  if (kind === "expiry") limit.setUTCFullYear(limit.getUTCFullYear() + VALIDITY_YEARS_MAX);
  const latest = isoDay(limit);
  const century = Math.floor(limit.getUTCFullYear() / 100);
  const dates = [century, century - 1].map((c) => calendarDate(c * 100 + year, month, day));
  return dates.find((date) => date !== null && date <= latest) ?? null;
}

/** The order of day and month, if the numbers alone prove it; else null. */
export function provenOrder(text: string): "month first" | "day first" | null {
  const match = NUMERIC.exec(text);
  if (match === null || match[4]!.length !== 4) return null;
  const [first, second] = [Number(match[1]), Number(match[3])];
  if (first <= 12 && second > 12 && second <= 31) return "month first";
  return second <= 12 && first > 12 && first <= 31 ? "day first" : null;
}

/** The ISO 8601 day of a moment, in UTC. */
export function isoDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

function calendarDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? isoDay(date) : null;
}
