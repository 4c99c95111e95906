import type { Decision } from "../../../vocabulary/verifications.ts";
import { ApiError } from "../../core/errors.ts";
import type { Mode } from "../../core/scope.ts";
import { expireIfDue, newVerification } from "../../verification/machine.ts";
import { type Measurement, NotMeasured } from "../../verification/measured.ts";
import { type Policy, withExpected } from "../../verification/policy.ts";
import { comparesRegistered } from "../../verification/returning.ts";
import type { Verification } from "../../verification/types.ts";
import { withAnswers } from "./external-answers.ts";
import { type Circumstances, circumstancesOf, playCall } from "./player.ts";

/** A decided verification, and what its calls measured, oldest first. */
interface Recorded {
  readonly mode: Mode;
  readonly verification: Verification;
  readonly measurements: readonly Measurement[];
}

/**
 * Where the same calls lead under a policy. `open`: another capture would have been needed. `expired`: a call
 * came after the end of the verification.
 */
interface Replayed {
  readonly outcome: Decision | "open" | "expired";
  /** The codes of the decision's reasons, each once. */
  readonly codes: readonly string[];
}

/**
 * Plays the recorded calls to a new verification under a policy, with the rules of today. A call that the
 * verification would have rejected changes nothing, as in the API. Throws `NotMeasured` if the policy asks
 * for something that no call measured.
 */
function replay({ mode, verification, measurements }: Recorded, given: Policy): Replayed {
  const { id, customerRef, createdAt, expected } = verification;
  const policy = expected === null ? given : withExpected(given);
  // The selfie was compared with no registered face.
  if (comparesRegistered(policy) && !comparesRegistered(verification.policy)) throw new NotMeasured();
  const circumstances = circumstancesOf(mode, verification, measurements);
  let played = newVerification(id, customerRef, policy, createdAt, { expected });
  let last = createdAt;
  for (const call of measurements) {
    // External checks would have been requested earlier, and answered about other captures.
    if (played.checks !== null) throw new NotMeasured();
    last = Math.max(last, call.at);
    played = unlessRejected(played, call, circumstances);
  }
  const { status, decision, decisionReasons } = withAnswers(expireIfDue(played, last), verification);
  return {
    outcome: decision ?? (status === "expired" ? status : "open"),
    codes: [...new Set(decisionReasons.map(({ code }) => code))],
  };
}

function unlessRejected(
  current: Verification,
  call: Measurement,
  circumstances: Circumstances,
): Verification {
  try {
    return playCall(current, call, circumstances);
  } catch (error) {
    if (error instanceof ApiError) return current;
    throw error;
  }
}

/** Why a decision is left out of a replay. */
export const LEFT_OUT = ["not_measured", "not_recorded", "rules_changed"] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** What a policy changes in one decision. */
export interface Compared {
  readonly from: Decision;
  readonly to: Replayed["outcome"];
  /** Codes of reasons that only the decision under the policy has, and that only the original has. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/**
 * The decision beside the same calls under another policy, or why they cannot be compared. Before a reviewer
 * ruled, the decision was `review`, or `declined` if the person contested it. The calls are replayed under
 * their own policy first: if that is not the decision that was made, the rules have changed since, and the
 * difference would not be the policy's.
 */
export function compareDecision(recorded: Recorded, policy: Policy): Compared | LeftOut {
  const { verification, measurements } = recorded;
  if (measurements.length === 0) return "not_recorded";
  const own = replayed(recorded, verification.policy);
  if (own === null || !isAsDecided(own, verification)) return "rules_changed";
  const other = replayed(recorded, policy);
  if (other === null) return "not_measured";
  return {
    from: own.outcome as Decision,
    to: other.outcome,
    added: other.codes.filter((code) => !own.codes.includes(code)),
    removed: own.codes.filter((code) => !other.codes.includes(code)),
  };
}

function isAsDecided({ outcome, codes }: Replayed, verification: Verification): boolean {
  const { decision, decisionReasons, reviewedAt, contestedAt } = verification;
  if (reviewedAt !== null) return outcome === (contestedAt === null ? "review" : "declined");
  const made = new Set(decisionReasons.map(({ code }) => code));
  return outcome === decision && codes.length === made.size && codes.every((code) => made.has(code));
}

/** Null if something was not measured. */
function replayed(recorded: Recorded, policy: Policy): Replayed | null {
  try {
    return replay(recorded, policy);
  } catch (error) {
    if (error instanceof NotMeasured) return null;
    throw error;
  }
}
