import { CONFIDENT } from "../../ocr/confidence.ts";
import { type CheckInput, type CheckResult, failed, notApplicable, notEvaluated, PASS } from "./check.ts";

/** The check of one check digit of the zone; `name` is ICAO's name of the element that it covers. */
export function checksum(name: string): (input: CheckInput) => CheckResult {
  return ({ reading: { mrz }, mrzExpected }) => {
    if (mrz === null) return withoutZone(mrzExpected);
    const check = mrz.checks.find((candidate) => candidate.name === name);
    if (check === undefined) return notApplicable("The zone's format has no such check digit.");
    // One in ten misreadings has a valid check digit by chance; a genuine document always has.
    if (check.valid) return PASS;
    return check.confidence >= CONFIDENT
      ? failed("The check digit does not fit.")
      : notEvaluated("The characters were not read with confidence.");
  };
}

/** The result of an MRZ check without a zone. */
export function withoutZone(expected: boolean): CheckResult {
  return expected
    ? notEvaluated("No machine readable zone was read on a document that carries one.")
    : notApplicable("The document carries no machine readable zone.");
}
