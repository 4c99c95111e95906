import { compareDetails, type ReadDetails } from "../../verdicts/details/compare.ts";
import { detailsOutcome } from "../../verdicts/details/outcome.ts";
import type { StepOutcome } from "../../verdicts/outcomes/step-outcome.ts";
import type { Outcome, StepResult, Verification } from "../../verification/types.ts";
import type { Check } from "../checks.ts";
import { readExpected } from "../encrypted-expected.ts";

/** Outcomes of a reading whose values count: another capture is needed after all others. */
const READ: readonly Outcome[] = ["passed", "review", "adverse", "failed"];

/** A reading, its values and its outcome. */
interface Reading extends Pick<StepResult, "resultIds" | "capture"> {
  readonly values: ReadDetails;
  readonly read: StepOutcome;
}

/**
 * The comparison of a reading with the details that the tenant expects; empty if the tenant expects none, or
 * if the document must be captured again. A test reference that fixes the outcome compares its specimen, and
 * only reports the result.
 */
export async function compareExpected(
  { services, scope, fixed }: Pick<Check, "services" | "scope" | "fixed">,
  verification: Verification,
  { resultIds, capture, values, read }: Reading,
): Promise<StepResult[]> {
  const expected = await readExpected(services.vault, scope, verification);
  if (expected === null || !READ.includes(read.outcome)) return [];
  const { on_expected_mismatch: rule = "review", expected_name_match: nameMatch = "tolerant" } =
    verification.policy;
  const compared = compareDetails(expected, values, nameMatch);
  const details = compared.map(({ field, result, normalised }) => ({ field, result, normalised }));
  const outcome = detailsOutcome(compared, fixed === null ? rule : "report");
  return [{ part: "details", resultIds, capture, details, ...outcome }];
}
