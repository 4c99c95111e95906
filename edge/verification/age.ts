import type { AgeMethod } from "../../vocabulary/verifications.ts";
import { DAY_MS } from "../core/clock.ts";
import { isCredentialId, isSignedId } from "../core/ids.ts";
import type { Scope } from "../core/scope.ts";
import { hasAttemptLeft } from "./evidence.ts";
import { isAgeOnly } from "./purpose.ts";
import { reasonTitle } from "./reasons/messages.ts";
import { findStep } from "./steps.ts";
import type { Step, StepResult, Verification } from "./types.ts";

/**
 * A result as it counts if nothing is kept that a person could review: what stands against the person is a
 * hard stop, and what could not be determined uses up an attempt. Two faces are captured again by another
 * selfie: without an attempt for that, their comparison is the last one.
 */
export function withoutReview(result: StepResult, steps: readonly Step[]): StepResult {
  const { part, outcome, reason, found } = result;
  if (outcome === "adverse") return { ...result, outcome: "failed" };
  if (outcome !== "review") return result;
  const isLast = part === "comparison" && !hasAttemptLeft(findStep(steps, "check")!, "check");
  return {
    ...result,
    outcome: isLast ? "failed" : "retry",
    reason: "insufficient_evidence",
    found: found ?? reasonTitle(reason!),
  };
}

/** What a verification says of the person's age. */
interface Age {
  /** In years. */
  readonly over: number;
  /** Whether the person has reached it. */
  readonly satisfied: boolean;
  readonly method: AgeMethod;
  /** When it was decided, in milliseconds since the epoch. */
  readonly at: number;
}

/**
 * The answer of a verification of the age alone; null before the decision, and if it was declined without
 * knowing the age.
 */
export function ageOf({ policy, decision, decisionReasons, completedAt, steps }: Verification): Age | null {
  if (!isAgeOnly(policy) || completedAt === null) return null;
  const satisfied = decision === "approved";
  const isUnder = decisionReasons.some(({ code }) => code === "under_min_age");
  if (!satisfied && !isUnder) return null;
  return { over: policy.min_age!, satisfied, method: methodOf(steps), at: completedAt };
}

/** What the age was read from: the kind of the reading that counts. */
function methodOf(steps: readonly Step[]): AgeMethod {
  const id = findStep(steps, "ocr")?.parts.ocr?.evidence?.resultId ?? "";
  if (isCredentialId(id)) return "credential";
  return isSignedId(id) ? "chip" : "document";
}

/** How long a statement about an age is valid, and returned, from the decision on. */
const STATEMENT_MS = DAY_MS;

const seconds = (time: number) => Math.floor(time / 1000);

/**
 * The claims of the statement about a person's age (RFC 7519): for the tenant alone, without a reference, and
 * without the date of birth. Null unless the person has reached the age, and once the statement has expired.
 */
export function ageStatement({ tenantId, mode }: Scope, verification: Verification, now: number) {
  const age = ageOf(verification);
  if (age?.satisfied !== true || now >= age.at + STATEMENT_MS) return null;
  const { over, method, at } = age;
  return {
    aud: tenantId,
    sub: verification.id,
    iat: seconds(at),
    exp: seconds(at + STATEMENT_MS),
    mode,
    over,
    method,
    // What is kept of the person.
    kept: [],
  };
}
