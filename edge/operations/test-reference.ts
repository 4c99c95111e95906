import { ApiError } from "../core/errors.ts";
import type { Scope } from "../core/scope.ts";
import {
  type FixedOutcome,
  meantReferences,
  type TestReference,
  testReference,
} from "../verdicts/test-references/table.ts";
import { capReached } from "./commit/pending-call.ts";

const REFUSALS: Readonly<Record<NonNullable<TestReference["refusal"]>, () => ApiError>> = {
  internal_error: () => new ApiError("internal_error", "Something went wrong, as test_error_500 asks for."),
  usage_cap_reached: capReached,
};

/**
 * Applies a test-mode `customer_ref` before an operation begins (contract §1.5): rejects the call, or delays
 * it. Returns the outcome that the reference fixes, or null. In live mode, and for every other reference,
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

/**
 * The same for a reference that the call brings in. Throws 400 `invalid_parameter` for a mistyped test
 * reference: a test with it would prove nothing.
 */
export async function enactNewReference(
  scope: Scope,
  customerRef: string | null,
): Promise<FixedOutcome | null> {
  const meant = customerRef === null ? [] : meantReferences(scope.mode, customerRef);
  if (meant.length === 0) return enactTestReference(scope, customerRef);
  const message = `customer_ref ${customerRef} is no test reference. Did you mean ${meant.join(" or ")}? For an end user without a fixed outcome, use a name that does not begin like one.`;
  throw new ApiError("invalid_parameter", message, { param: "customer_ref" });
}
