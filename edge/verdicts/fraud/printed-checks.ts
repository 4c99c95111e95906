import { isoDay, mrzDate } from "../ocr/dates.ts";
import type { Field } from "../ocr/fields.ts";
import {
  CONFIDENT,
  type Examined,
  type Finding,
  failed,
  notApplicable,
  notEvaluated,
  PASS,
} from "./check.ts";
import { isIcaoCountry } from "./countries.ts";
import { checkIdNumber, knowsIdNumbers } from "./id-numbers.ts";

/** Birth before issue before expiry, birth and issue not in the future, and no confident MRZ date that no calendar has. */
export function dateOrder({ reading, fields, now }: Examined): Finding {
  const impossible = (reading.mrz?.fields ?? []).some(
    ({ name, value, confidence }) =>
      (name === "date_of_birth" || name === "date_of_expiry") &&
      confidence >= CONFIDENT &&
      /^\d{6}$/.test(value) &&
      mrzDate(value, name === "date_of_birth" ? "birth" : "expiry", now) === null,
  );
  if (impossible) return failed("A date of the machine readable zone does not exist.");
  const birth = confidentValue(fields.date_of_birth);
  const issue = confidentValue(fields.date_of_issue);
  const expiry = confidentValue(fields.date_of_expiry);
  const today = isoDay(new Date(now));
  const pairs = [
    [birth, issue, "The date of birth is not before the date of issue."],
    [birth, expiry, "The date of birth is not before the date of expiry."],
    [issue, expiry, "The date of issue is not before the date of expiry."],
    [birth, today, "The date of birth is not in the past."],
    [issue, dayAfter(now), "The date of issue is in the future."],
  ] as const;
  const wrong = pairs.find(([earlier, later]) => earlier !== null && later !== null && earlier >= later);
  if (wrong !== undefined) return failed(wrong[2]);
  const dates = [birth, issue, expiry].filter((date) => date !== null);
  return dates.length >= 2 ? PASS : notEvaluated("Fewer than two dates were read with confidence.");
}

/** Issuing state and nationality of the zone are codes that ICAO knows. */
export function issuingCountryValid({ reading: { mrz }, mrzExpected }: Examined): Finding {
  if (mrz === null) {
    return mrzExpected
      ? notEvaluated("No machine readable zone was read.")
      : notApplicable("The document carries no machine readable zone.");
  }
  const states = mrz.fields.filter(({ name }) => name === "issuing_state" || name === "nationality");
  if (states.length === 0) return notEvaluated("No issuing state was read.");
  const unknown = states.filter(({ value }) => !isIcaoCountry(value));
  if (unknown.some(({ confidence }) => confidence >= CONFIDENT)) {
    return failed("The zone names a state that has no ICAO code.");
  }
  return unknown.length === 0 ? PASS : notEvaluated("The state's code was not read with confidence.");
}

/** The national number's own check digits, where the issuing country's are known here. */
export function idNumberChecksum({ reading: { mrz }, fields }: Examined): Finding {
  const country = fields.issuing_country?.value;
  if (country === undefined || !knowsIdNumbers(country)) {
    return notApplicable("No checksum is known for the issuing country's numbers.");
  }
  const inZone = (mrz?.fields ?? []).filter(({ name }) => ZONE_NUMBERS.has(name));
  const printed = [fields.personal_number, fields.document_number].filter((field) => field !== undefined);
  const results = [...inZone, ...printed].flatMap(({ value, confidence }) => {
    const valid = checkIdNumber(country, value.replace(/[^A-Z0-9]/g, ""));
    return valid === null ? [] : [{ valid, confident: confidence >= CONFIDENT }];
  });
  if (results.some(({ valid }) => valid)) return PASS;
  if (results.some(({ confident }) => confident)) return failed("The national number's check does not fit.");
  return notEvaluated("No national number was read with confidence.");
}

const ZONE_NUMBERS: ReadonlySet<string> = new Set(["personal_number", "optional_data", "optional_data_2"]);

function confidentValue(field: Field | undefined): string | null {
  return field !== undefined && field.confidence >= CONFIDENT ? field.value : null;
}

/** A clock ahead of ours by less than a day, or a time zone, puts no date of issue in the future. */
function dayAfter(now: number): string {
  return isoDay(new Date(now + 2 * 86_400_000));
}
