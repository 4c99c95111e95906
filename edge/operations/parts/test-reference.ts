import { ApiError } from "../../errors.ts";
import type { Scope } from "../../scope.ts";
import {
  type FixedOutcome,
  type TestReference,
  testReference,
} from "../../verdicts/test-references/table.ts";
import { capReached } from "./cap-reached.ts";

const REFUSALS: Readonly<Record<NonNullable<TestReference["refusal"]>, () => ApiError>> = {
  internal_error: () => new ApiError("internal_error", "Something went wrong, as test_error_500 asks for."),
  usage_cap_reached: capReached,
};

/**
 * Does what a test-mode `customer_ref` asks for before an operation begins (contract §1.5): refuses it, or
 * lets it wait. Returns the outcome that it fixes, or null. In live mode, and for every other reference, it
 * does nothing.
 */
export async function enactTestReference(
  { mode }: Scope,
  customerRef: string | null,
): Promise<FixedOutcome | null> {
  const reference = testReference(mode, customerRef);
  if (reference === null) return null;
  const { refusal, delayMs, outcome } = reference;
  if (refusal !== null) throw REFUSALS[refusal]();
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
  return outcome;
}
