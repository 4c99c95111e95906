import { compareDetails, type ReadDetails } from "../../verdicts/details/compare.ts";
import type { MeasuredReading } from "../../verification/measured.ts";
import type { Verification } from "../../verification/types.ts";
import type { Check } from "../checks.ts";
import { readExpected } from "../encrypted-expected.ts";

/**
 * The comparison of a reading with the details that the tenant expects, under each rule for names; null if
 * the tenant expects none.
 */
export async function compareExpected(
  { services, scope }: Pick<Check, "services" | "scope">,
  verification: Verification,
  values: ReadDetails,
): Promise<MeasuredReading["details"]> {
  const expected = await readExpected(services.vault, scope, verification);
  if (expected === null) return null;
  return {
    tolerant: compareDetails(expected, values, "tolerant"),
    exact: compareDetails(expected, values, "exact"),
  };
}
