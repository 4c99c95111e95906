import { CONFIDENT } from "../../text/letters.ts";
import { type CheckInput, type CheckResult, failed, notApplicable, notEvaluated, PASS } from "./check.ts";
import {
  type CheckedNumber,
  checkIdNumber,
  isDocumentNumber,
  knowsIdNumbers,
} from "./id-numbers/id-numbers.ts";

/** The MRZ's elements that may contain a national number. */
const MRZ_NUMBERS: ReadonlySet<string> = new Set(["personal_number", "optional_data", "optional_data_2"]);

/** The national number's own check digits, if the table has the issuing country's rule. */
export function idNumberChecksum(input: CheckInput): CheckResult {
  const country = input.fields.issuing_country?.value;
  if (country === undefined || !knowsIdNumbers(country)) {
    return notApplicable("No checksum is known for the issuing country's numbers.");
  }
  const numbers = readNumbers(input, country);
  if (numbers.some(({ valid, undated }) => valid && undated !== true)) return PASS;
  // The document number is the national number in some countries only; elsewhere it may match the pattern by
  // chance.
  if (numbers.some(({ confident, binding, valid }) => confident && binding && !valid)) {
    return failed("The check digit of the national number is wrong.");
  }
  // Other digits may pass the check by chance, and a state may have issued a number without a date.
  if (numbers.some(({ valid }) => valid)) {
    return notEvaluated("The national number contains no date of birth, as the country's numbers do.");
  }
  return notEvaluated("No national number was read with confidence.");
}

/** National numbers that were read with confidence; empty for a country without a rule in the table. */
export function confidentNumbers(input: CheckInput): readonly CheckedNumber[] {
  const country = input.fields.issuing_country?.value;
  return country === undefined ? [] : readNumbers(input, country).filter(({ confident }) => confident);
}

interface ReadNumber extends CheckedNumber {
  readonly confident: boolean;
  readonly binding: boolean;
}

function readNumbers({ reading: { mrz }, fields }: CheckInput, country: string): ReadNumber[] {
  const inMrz = (mrz?.fields ?? []).filter(({ name }) => MRZ_NUMBERS.has(name));
  const own = { field: fields.document_number, binding: isDocumentNumber(country) };
  const read = [...inMrz, fields.personal_number].map((field) => ({ field, binding: true }));
  return [...read, own].flatMap(({ field, binding }) => {
    const checked = field === undefined ? null : checkIdNumber(country, field.value);
    return checked === null ? [] : [{ ...checked, confident: field!.confidence >= CONFIDENT, binding }];
  });
}
