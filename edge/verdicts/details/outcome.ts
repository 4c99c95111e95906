import type { ExpectedKey, MismatchRule } from "../../../vocabulary/details.ts";
import type { StepOutcome } from "../outcomes/step-outcome.ts";
import type { ComparedDetail } from "./compare.ts";

/**
 * What a detail decides. `always`: also if it was not read. `if_read`: many documents do not print it.
 * `never`: a person may have several, and a document shows one.
 */
const DECIDES: Readonly<Record<ExpectedKey, "always" | "if_read" | "never">> = {
  full_name: "always",
  first_name: "always",
  last_name: "always",
  date_of_birth: "always",
  document_number: "always",
  personal_number: "always",
  issuing_country: "always",
  nationality: "never",
  address: "if_read",
};

const LABELS: Readonly<Record<ExpectedKey, string>> = {
  full_name: "name",
  first_name: "given names",
  last_name: "surname",
  date_of_birth: "date of birth",
  document_number: "document number",
  personal_number: "personal number",
  issuing_country: "issuing state",
  nationality: "nationality",
  address: "address",
};

/**
 * The consequence of the comparison for the document step. A mismatch that was read with certainty follows
 * the policy. Everything else is not determined: another capture can replace it.
 */
export function detailsOutcome(details: readonly ComparedDetail[], rule: MismatchRule): StepOutcome {
  const open = details.filter(
    ({ field, result }) =>
      DECIDES[field] === "always" || (DECIDES[field] === "if_read" && result !== "not_read"),
  );
  const other = open.filter(({ result }) => result === "mismatch");
  const unclear = open.filter(({ result }) => result === "close" || result === "not_read");
  if (rule === "report" || (other.length === 0 && unclear.length === 0)) {
    return { outcome: "passed", reason: null };
  }
  if (other.length === 0) {
    const found = `The document does not confirm every expected detail: ${listed(unclear)}`;
    return { outcome: "review", reason: "details_not_confirmed", found };
  }
  const found = `The document shows other details than expected: ${listed(other)}`;
  if (!other.some(({ isCertain }) => isCertain))
    return { outcome: "review", reason: "details_mismatch", found };
  return { outcome: rule === "decline" ? "failed" : "adverse", reason: "details_mismatch", found };
}

/** The names of details, never their values. */
const listed = (details: readonly ComparedDetail[]) => details.map(({ field }) => LABELS[field]).join(", ");
