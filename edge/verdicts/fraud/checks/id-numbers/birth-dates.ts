/**
 * Dates of birth within national numbers, as ISO 8601; without the century if the number does not contain it
 * ("74-08-12"). Null if the digits are no date, and `UNKNOWN` if the country writes an unknown part as 00.
 */

const UNKNOWN = "";

/** Other facts that a country encodes in the digits of a date. */
interface Extras {
  /** Values that it adds to the month or day to encode another fact. */
  readonly month?: readonly number[];
  readonly day?: readonly number[];
  /** Whether it writes an unknown month or day as 00. */
  readonly unknown?: true;
}

/** YYMMDD from an offset. */
export const yearFirst =
  (from: number, extras: Extras = {}) =>
  (number: string): string | null =>
    toDate(
      number.slice(from, from + 2),
      number.slice(from + 2, from + 4),
      number.slice(from + 4, from + 6),
      extras,
    );

/** DDMMYY at the start of the number. */
export const dayFirst =
  (extras: Extras = {}) =>
  (number: string): string | null =>
    toDate(number.slice(4, 6), number.slice(2, 4), number.slice(0, 2), extras);

/** The first digit encodes sex and century; YYMMDD follows. */
export const afterCentury =
  (centuries: Readonly<Record<string, string>>) =>
  (number: string): string | null =>
    toDate(`${centuries[number[0]!] ?? ""}${number.slice(1, 3)}`, number.slice(3, 5), number.slice(5, 7));

/** YYYYMMDD from an offset. */
export const fullYear =
  (from: number) =>
  (number: string): string | null =>
    toDate(number.slice(from, from + 4), number.slice(from + 4, from + 6), number.slice(from + 6, from + 8));

/** The date of a year of two or four digits, a month and a day. */
export function toDate(year: string, month: string, day: string, extras: Extras = {}): string | null {
  const least = extras.unknown === true ? 0 : 1;
  const months = reduced(Number(month), least, 12, extras.month);
  const days = reduced(Number(day), least, 31, extras.day);
  if (months === null || days === null) return null;
  if (months === 0 || days === 0) return UNKNOWN;
  // Of a year without its century 00 may be 2000, which had a 29th of February.
  const full = year.length === 4 ? Number(year) : 2000 + Number(year);
  if (days > new Date(Date.UTC(full, months, 0)).getUTCDate()) return null;
  return [year, ...[months, days].map((value) => String(value).padStart(2, "0"))].join("-");
}

/** The value minus the first offset that brings it into least..most; null if no offset does. */
function reduced(value: number, least: number, most: number, offsets: readonly number[] = []): number | null {
  const offset = [0, ...offsets].find((each) => value - each >= least && value - each <= most);
  return offset === undefined ? null : value - offset;
}
