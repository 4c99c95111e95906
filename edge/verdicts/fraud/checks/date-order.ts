import { DAY_MS } from "../../../core/clock.ts";
import type { Field } from "../../ocr/field.ts";
import { isoDay, mrzDate } from "../../text/dates.ts";
import { CONFIDENT } from "../../text/letters.ts";
import { type CheckInput, type CheckResult, failed, notEvaluated, PASS } from "./check.ts";
import { confidentNumbers } from "./national-number.ts";

type Dates = Readonly<Record<"birth" | "issue" | "expiry" | "today" | "tomorrow", string | null>>;

/** The pairs of dates whose first must precede the second. */
const ORDER: readonly (readonly [earlier: keyof Dates, later: keyof Dates, detail: string])[] = [
  ["birth", "issue", "The date of birth is not before the date of issue."],
  ["birth", "expiry", "The date of birth is not before the date of expiry."],
  ["issue", "expiry", "The date of issue is not before the date of expiry."],
  ["birth", "today", "The date of birth is not in the past."],
  ["issue", "tomorrow", "The date of issue is in the future."],
];

/**
 * Fails unless birth precedes issue and issue precedes expiry, birth and issue are not in the future, every
 * confident MRZ date exists in the calendar, and every national number matches the date of birth.
 */
export function dateOrder(input: CheckInput): CheckResult {
  const { fields, now } = input;
  if (hasImpossibleDate(input)) return failed("A date of the MRZ does not exist.");
  const dates: Dates = {
    birth: confidentValue(fields.date_of_birth),
    issue: confidentValue(fields.date_of_issue),
    expiry: confidentValue(fields.date_of_expiry),
    today: isoDay(new Date(now)),
    // The tolerance covers time zones and a clock that is up to a day ahead.
    tomorrow: isoDay(new Date(now + 2 * DAY_MS)),
  };
  const wrong = ORDER.find(([earlier, later]) => {
    const [a, b] = [dates[earlier], dates[later]];
    return a !== null && b !== null && a >= b;
  });
  if (wrong !== undefined) return failed(wrong[2]);
  const { birth } = dates;
  // A number without a century gives the last eight characters of the date.
  const births = confidentNumbers(input).flatMap((number) => (number.valid ? (number.birth ?? []) : []));
  if (birth !== null && births.length > 0 && !births.some((carried) => birth.endsWith(carried))) {
    return failed("The national number contains another date of birth.");
  }
  const known = [birth, dates.issue, dates.expiry].filter((date) => date !== null);
  return known.length >= 2 ? PASS : notEvaluated("Fewer than two dates were read with confidence.");
}

function hasImpossibleDate({ reading, now }: CheckInput): boolean {
  return (reading.mrz?.fields ?? []).some(
    ({ name, value, confidence }) =>
      (name === "date_of_birth" || name === "date_of_expiry") &&
      confidence >= CONFIDENT &&
      /^[0-9A-Z]{6}$/.test(value) &&
      !hasUnknownPart(value) &&
      mrzDate(value, name === "date_of_birth" ? "birth" : "expiry", now) === null,
  );
}

/** Whether month or day is written 00, as some states write an unknown part, and the other is possible. */
const hasUnknownPart = (value: string): boolean =>
  /^\d\d(?:00(?:[0-2]\d|3[01])|(?:0\d|1[0-2])00)$/.test(value);

function confidentValue(field: Field | undefined): string | null {
  return field !== undefined && field.confidence >= CONFIDENT ? field.value : null;
}
