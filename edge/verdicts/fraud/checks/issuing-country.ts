import { CONFIDENT } from "../../ocr/confidence.ts";
import { isIcaoCountry } from "../../text/countries.ts";
import { type CheckInput, type CheckResult, failed, notEvaluated, PASS } from "./check.ts";
import { withoutZone } from "./mrz-checksums.ts";

/** Whether the zone's issuing state and nationality are ICAO codes. */
export function issuingCountryValid({ reading, mrzExpected }: CheckInput): CheckResult {
  const { mrz } = reading;
  if (mrz === null) return withoutZone(reading, mrzExpected);
  const states = mrz.fields.filter(({ name }) => name === "issuing_state" || name === "nationality");
  if (states.length === 0) return notEvaluated("No issuing state was read.");
  const unknown = states.filter(({ value }) => !isIcaoCountry(value));
  if (unknown.some(({ confidence }) => confidence >= CONFIDENT)) {
    return failed("The zone names a state that has no ICAO code.");
  }
  return unknown.length === 0 ? PASS : notEvaluated("The state's code was not read with confidence.");
}
