import type { Mode } from "../core/scope.ts";
import { ageOf } from "./age.ts";
import { contestState, isContested } from "./contest.ts";
import { expireIfDue } from "./machine.ts";
import { isAgeOnly } from "./purpose.ts";
import { aboutReason } from "./reasons/messages.ts";
import { findStep } from "./steps.ts";
import { type Consent, ERASED_REF, type ExternalCheck, type Step, type Verification } from "./types.ts";

const iso = (time: number) => new Date(time).toISOString();

/** Where a verification is rendered: its mode, and the service's address for the links to its reference. */
export interface Place {
  readonly mode: Mode;
  readonly publicUrl: string;
}

/** A verification in the API's form (contract §3.1), in its state at `now`. */
export function renderVerification({ mode, publicUrl }: Place, stored: Verification, now: number) {
  const verification = expireIfDue(stored, now);
  return {
    id: verification.id,
    status: verification.status,
    decision: verification.decision,
    decision_reasons: renderReasons(verification, publicUrl),
    next_action: verification.nextAction,
    customer_ref: verification.customerRef === ERASED_REF ? null : verification.customerRef,
    mode,
    policy: verification.policy,
    ...renderOrigin(verification),
    steps: verification.steps.map(renderStep),
    created_at: iso(verification.createdAt),
    expires_at: iso(verification.expiresAt),
    completed_at: verification.completedAt === null ? null : iso(verification.completedAt),
    reviewed_at: verification.reviewedAt === null ? null : iso(verification.reviewedAt),
    consent: verification.consent === null ? null : renderConsent(verification.consent),
    ...(verification.policy.contest === "on" && { contest: renderContest(verification) }),
    ...(verification.recalledAt !== null && { recalled_at: iso(verification.recalledAt) }),
    ...renderAge(verification),
    ...renderExpected(verification),
    ...renderChecks(verification),
  };
}

/** The age, of a verification of the age alone: null if it is not known. */
function renderAge(verification: Verification) {
  const age = ageOf(verification);
  return isAgeOnly(verification.policy) && { age: age && { ...age, at: iso(age.at) } };
}

/** The tenant's own checks: absent without them, empty before they are requested. */
const renderChecks = ({ policy, checks }: Verification) =>
  policy.external_checks !== undefined && {
    checks: (checks ?? []).map((check) => ({
      name: check.name,
      status: check.status,
      requested_at: iso(check.requestedAt),
      deadline: iso(check.deadline),
      answered_at: check.answeredAt === null ? null : iso(check.answeredAt),
      reference: check.reference,
      reason: check.reason,
    })),
  };

/** The data of `verification.check_requested` (contract §11.1). */
export const renderCheckRequested = (
  verification: Verification,
  { name, deadline }: ExternalCheck,
  fields: Readonly<Record<string, unknown>>,
) => ({
  vf_id: verification.id,
  check: name,
  deadline: iso(deadline),
  customer_ref: verification.customerRef,
  fields,
  ...renderMetadata(verification),
});

/** The person's contest in the API's form (contract §3.16); null without one. */
const renderContest = (of: Verification) =>
  of.contestedAt === null ? null : { contested_at: iso(of.contestedAt), state: contestState(of) };

/** The named policy and its version: absent for an inline policy. */
const renderOrigin = ({ policyId, policyVersion }: Verification) =>
  policyId !== null && { policy_id: policyId, policy_version: policyVersion };

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
export const renderConsent = ({ version, sha256, locale, givenAt, withdrawnAt, ...more }: Consent) => ({
  version,
  sha256,
  locale,
  ...(more.purposes !== undefined && { purposes: more.purposes }),
  ...(more.recognitionSha256 !== undefined && { recognition_sha256: more.recognitionSha256 }),
  given_at: iso(givenAt),
  withdrawn_at: withdrawnAt === null ? null : iso(withdrawnAt),
});

/** The reasons, each with what it rests on, what can be done, and its entry in the reference. */
const renderReasons = ({ decisionReasons, policy }: Verification, publicUrl: string) =>
  decisionReasons.map(({ code, step, message }) => ({
    code,
    step,
    message,
    ...aboutReason(code, step, publicUrl, isAgeOnly(policy)),
  }));

/**
 * The data of a verification's events (contract §11.1). The reasons are
 * included, so that a receiver need not call the API for them.
 */
export function renderCompleted(verification: Verification, { publicUrl }: Pick<Place, "publicUrl">) {
  return {
    vf_id: verification.id,
    status: verification.status,
    decision: verification.decision,
    // A review and a contest are decided later, by `verification.reviewed`.
    final: verification.decision !== "review" && !isContested(verification),
    decision_reasons: renderReasons(verification, publicUrl),
    customer_ref: verification.customerRef,
    steps: verification.steps.map(renderStep),
    ...renderAge(verification),
    ...(verification.contestedAt !== null && { contest: renderContest(verification) }),
    ...(verification.policyId !== null && { ...renderOrigin(verification), policy: verification.policy }),
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
