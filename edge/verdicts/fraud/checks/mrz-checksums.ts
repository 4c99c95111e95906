import type { Mrz } from "../../../inference/port.ts";
import { CONFIDENT } from "../../text/letters.ts";
import { type CheckInput, type CheckResult, failed, notApplicable, notEvaluated, PASS } from "./check.ts";

/**
 * Check digits that a state computes by an unpublished rule of its own, by format and issuing state. Source:
 * what readers of these cards leave out, idpass/smartscanner-mrz-parser (Guatemala #4, the Dominican Republic
 * #9, Pakistan #10, whose number runs over the digit's place). A state with a known rule, such as that of
 * long numbers with their filler, needs no line here: `inference/mrz` accepts either digit.
 */
export const OWN_RULES: Readonly<Record<string, readonly string[]>> = {
  "TD1 DOM": ["composite"],
  "TD1 GTM": ["composite"],
  "TD1 PAK": ["document_number", "composite"],
};

/** ICAO's names of the elements whose digit the issuing state computes by a rule of its own. */
function ownRuleDigits({ format, fields }: Pick<Mrz, "format" | "fields">): readonly string[] {
  const state = fields.find(({ name }) => name === "issuing_state")?.value;
  return OWN_RULES[`${format} ${state}`] ?? [];
}

/** The check of one check digit of the MRZ; `name` is ICAO's name of the element that it covers. */
export function checksum(name: string): (input: CheckInput) => CheckResult {
  return ({ reading, mrzExpected }) => {
    const { mrz } = reading;
    if (mrz === null) return withoutMrz(reading, mrzExpected);
    const check = mrz.checks.find((candidate) => candidate.name === name);
    if (check === undefined) return notApplicable("The MRZ format has no such check digit.");
    // One in ten misreadings has a valid check digit by chance; a genuine document always has.
    if (check.valid) return PASS;
    if (ownRuleDigits(mrz).includes(name)) {
      return notApplicable("The issuing state computes this digit by its own rule: see mrz_state_rule.");
    }
    return check.confidence >= CONFIDENT ? failed("The check digit does not fit.") : UNSURE;
  };
}

const UNSURE = notEvaluated("The characters were not read with confidence.");

/**
 * Whether the digits that the issuing state computes by a rule of its own fit the standard's. If they do not,
 * nothing is known, so the document goes to manual review.
 */
export function mrzStateRule({ reading: { mrz } }: CheckInput): CheckResult {
  const own = mrz === null ? [] : ownRuleDigits(mrz);
  const checks = (mrz?.checks ?? []).filter(({ name }) => own.includes(name));
  if (checks.length === 0) return notApplicable("The issuing state is not known to use its own rule.");
  const wrong = checks.filter(({ valid }) => !valid);
  if (wrong.length === 0) return PASS;
  return wrong.some(({ confidence }) => confidence >= CONFIDENT)
    ? failed("A check digit does not fit the ICAO 9303 rule, and the issuing state's rule is not published.")
    : UNSURE;
}

/** The result of an MRZ check without an MRZ. */
export function withoutMrz(
  { unknownMrz }: Pick<CheckInput["reading"], "unknownMrz">,
  expected: boolean,
): CheckResult {
  if (expected) return notEvaluated("No MRZ was read on a document that has one.");
  return unknownMrz
    ? notEvaluated("Lines of an MRZ were read that fit no known format.")
    : notApplicable("The document has no MRZ.");
}
