/** Years a document may still be valid for; a two-digit expiry further away belongs to the past century. */
const VALIDITY_YEARS_MAX = 50;

/** Month names and their abbreviations, without accents: English, French, German, Spanish, Italian, Portuguese, Dutch. */
const MONTHS: readonly (readonly string[])[] = [
  ["JAN", "GEN", "ENE"],
  ["FEB", "FEV"],
  ["MAR", "MRZ", "MRT", "MAA"],
  ["APR", "AVR", "ABR"],
  ["MAY", "MAI", "MEI", "MAG"],
  ["JUN", "JUIN", "GIU"],
  ["JUL", "JUIL", "LUG"],
  ["AUG", "AOU", "AGO"],
  ["SEP", "SET"],
  ["OCT", "OKT", "OTT", "OUT"],
  ["NOV"],
  ["DEC", "DEZ", "DIC"],
];

/**
 * ISO 8601 date of an MRZ date (YYMMDD), or null when it is no date or partly unknown. A birth lies in the latest century
 * that does not put it after `now`; an expiry in the latest that does not put it more than 50 years after.
 */
export function mrzDate(value: string, kind: "birth" | "expiry", now: number): string | null {
  const match = /^(\d\d)(\d\d)(\d\d)$/.exec(value);
  if (match === null) return null;
  const [, yy, month, day] = match;
  const today = new Date(now);
  const limit = new Date(now);
  if (kind === "expiry") limit.setUTCFullYear(today.getUTCFullYear() + VALIDITY_YEARS_MAX);
  const latest = isoDay(limit);
  const century = Math.floor(limit.getUTCFullYear() / 100);
  const candidates = [century, century - 1].map((c) =>
    calendarDate(c * 100 + Number(yy), Number(month), Number(day)),
  );
  return candidates.find((date) => date !== null && date <= latest) ?? null;
}

/**
 * ISO 8601 date printed in the visual zone, or null: year first (2031-05-09), day first (09.05.2031, 09/05/2031,
 * 9 MAY/MAI 2031), month first only where day first is no date (05/19/2031).
 */
export function printedDate(text: string): string | null {
  const plain = stripAccents(text).toUpperCase();
  const yearFirst = /\b(\d{4})[-./ ](\d{1,2})[-./ ](\d{1,2})\b/.exec(plain);
  if (yearFirst) return calendarDate(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]));
  const numeric = /\b(\d{1,2})[-./ ]{1,2}(\d{1,2})[-./ ]{1,2}(\d{4})\b/.exec(plain);
  if (numeric) {
    const [first, second, year] = numeric.slice(1).map(Number) as [number, number, number];
    return calendarDate(year, second, first) ?? calendarDate(year, first, second);
  }
  const named = /\b(\d{1,2})[-./ ]*([A-Z]{3,9})\.?[-./ ]*(?:[A-Z]{3,9}\.?[-./ ]*)?(\d{4})\b/.exec(plain);
  if (named === null) return null;
  const month = MONTHS.findIndex((names) => names.some((name) => named[2]!.startsWith(name))) + 1;
  return month === 0 ? null : calendarDate(Number(named[3]), month, Number(named[1]));
}

/** ISO 8601 day, in UTC, of a moment. */
export function isoDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

export function stripAccents(text: string): string {
  return text.normalize("NFD").replace(/\p{Diacritic}/gu, "");
}

function calendarDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? isoDay(date) : null;
}
