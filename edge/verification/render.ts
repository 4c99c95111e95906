import type { Mode } from "../core/scope.ts";
import { expireIfDue } from "./machine.ts";
import { aboutReason } from "./reasons/messages.ts";
import { findStep } from "./steps.ts";
import { type Consent, type DecisionReason, ERASED_REF, type Step, type Verification } from "./types.ts";

const iso = (time: number) => new Date(time).toISOString();

/** A verification in the API's form (contract §3.1), in its state at `now`. */
export function renderVerification({ mode }: { readonly mode: Mode }, stored: Verification, now: number) {
  const verification = expireIfDue(stored, now);
  return {
    id: verification.id,
    status: verification.status,
    decision: verification.decision,
    decision_reasons: verification.decisionReasons.map(renderReason),
    next_action: verification.nextAction,
    customer_ref: verification.customerRef === ERASED_REF ? null : verification.customerRef,
    mode,
    policy: verification.policy,
    steps: verification.steps.map(renderStep),
    created_at: iso(verification.createdAt),
    expires_at: iso(verification.expiresAt),
    completed_at: verification.completedAt === null ? null : iso(verification.completedAt),
    reviewed_at: verification.reviewedAt === null ? null : iso(verification.reviewedAt),
    consent: verification.consent === null ? null : renderConsent(verification.consent),
    ...(verification.recalledAt !== null && { recalled_at: iso(verification.recalledAt) }),
    ...renderExpected(verification),
  };
}

/** What the tenant gave the verification, and how it compares: absent where the tenant gave nothing. */
function renderExpected({ expected, metadata, steps }: Verification) {
  const part = findStep(steps, "details")?.parts.details;
  return {
    ...(expected !== null && { details: part?.evidence?.details ?? [] }),
    ...renderMetadata({ metadata }),
  };
}

const renderMetadata = ({ metadata }: Pick<Verification, "metadata">) => metadata !== null && { metadata };

/** A record of consent in the API's form (contract §13.4). */
export const renderConsent = ({ version, sha256, locale, givenAt, withdrawnAt }: Consent) => ({
  version,
  sha256,
  locale,
  given_at: iso(givenAt),
  withdrawn_at: withdrawnAt === null ? null : iso(withdrawnAt),
});

/** A reason with what it rests on, what can be done, and its entry in the reference. */
const renderReason = ({ code, step, message }: DecisionReason) => ({
  code,
  step,
  message,
  ...aboutReason(code, step),
});

/**
 * The data of a verification's events (contract §11.1). The reasons are
 * included, so that a receiver need not call the API for them.
 */
export function renderCompleted(verification: Verification) {
  return {
    vf_id: verification.id,
    status: verification.status,
    decision: verification.decision,
    // A review is decided later, by `verification.reviewed`.
    final: verification.decision !== "review",
    decision_reasons: verification.decisionReasons.map(renderReason),
    customer_ref: verification.customerRef,
    steps: verification.steps.map(renderStep),
    ...renderMetadata(verification),
  };
}

function renderStep(step: Step) {
  return {
    name: step.name,
    status: step.status,
    attempts: step.attempts,
    max_attempts: step.maxAttempts,
    result_ids: step.resultIds,
    reason: step.reason,
    updated_at: step.updatedAt === null ? null : iso(step.updatedAt),
  };
}
