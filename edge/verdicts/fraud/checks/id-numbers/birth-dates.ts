/**
 * Dates of birth within national numbers, as ISO 8601; without the century where the number does not contain
 * it ("74-08-12"). Null where the digits are no date: some numbers of a country contain none.
 */

/**
 * YYMMDD from an offset. `less` lists values that the country adds to the month or day to encode another
 * fact.
 */
export const yearFirst =
  (from: number, less: { month?: readonly number[]; day?: readonly number[] } = {}) =>
  (number: string): string | null =>
    toDate(
      number.slice(from, from + 2),
      number.slice(from + 2, from + 4),
      number.slice(from + 4, from + 6),
      less,
    );

/** DDMMYY at the start of the number. */
export const dayFirst =
  (less: { day?: readonly number[] } = {}) =>
  (number: string): string | null =>
    toDate(number.slice(4, 6), number.slice(2, 4), number.slice(0, 2), less);

/** The first digit encodes sex and century; YYMMDD follows. */
export const afterCentury =
  (centuries: Readonly<Record<string, string>>) =>
  (number: string): string | null => {
    const century = centuries[number[0]!];
    const rest = yearFirst(1)(number);
    return century === undefined || rest === null ? null : century + rest;
  };

/** YYYYMMDD from an offset. */
export const fullYear =
  (from: number) =>
  (number: string): string | null => {
    const rest = yearFirst(from + 2)(number);
    return rest === null ? null : number.slice(from, from + 2) + rest;
  };

export function toDate(
  year: string,
  month: string,
  day: string,
  less: { month?: readonly number[]; day?: readonly number[] } = {},
): string | null {
  const [months, days] = [reduced(Number(month), 12, less.month), reduced(Number(day), 31, less.day)];
  if (months === null || days === null) return null;
  return [year, ...[months, days].map((value) => String(value).padStart(2, "0"))].join("-");
}

/** The value minus the first offset that brings it into 1..most; null if no offset does. */
function reduced(value: number, most: number, offsets: readonly number[] = []): number | null {
  const offset = [0, ...offsets].find((each) => value - each >= 1 && value - each <= most);
  return offset === undefined ? null : value - offset;
}
