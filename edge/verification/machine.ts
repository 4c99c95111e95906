import type { LivenessMode } from "../../vocabulary/enumerations.ts";
import type { DocumentEvidence } from "../../vocabulary/signed-evidence.ts";
import { type Decision, isOpenStatus, type StepStatus } from "../../vocabulary/verifications.ts";
import { ApiError } from "../core/errors.ts";
import { isSignedId } from "../core/ids.ts";
import { withoutReview } from "./age.ts";
import { hasAttemptLeft, reasonsOf } from "./evidence.ts";
import {
  answerOf,
  awaitsChecks,
  type CheckAnswer,
  checkReasons,
  checkStatuses,
  expiryAfter,
  overdue,
  requestChecks,
} from "./external-checks.ts";
import { evidenceOf, isStrongEnough, type Policy } from "./policy.ts";
import { isAgeOnly } from "./purpose.ts";
import { reasonMessage } from "./reasons/messages.ts";
import {
  advanceSteps,
  findStep,
  forgetCaptures,
  isChallengeFirst,
  newSteps,
  nextActionOf,
  stepOf,
  withRegistered,
} from "./steps.ts";
import type { DecisionReason, PartName, Step, StepResult, Verification } from "./types.ts";

/**
 * The first row whose condition is true gives the decision. While no row matches, the verification stays in
 * progress.
 */
const DECISION_TABLE: readonly { decision: Decision; when: (steps: readonly StepStatus[]) => boolean }[] = [
  { decision: "declined", when: (steps) => steps.includes("failed") },
  { decision: "approved", when: (steps) => steps.every((status) => status === "passed") },
  {
    decision: "review",
    when: (steps) => steps.every((status) => status === "passed" || status === "review"),
  },
];

/** The status of the steps that account for a decision. */
const BLAMED: Readonly<Record<Decision, StepStatus | null>> = {
  approved: null,
  declined: "failed",
  review: "review",
};

/** What a verification begins with beside its policy. */
export interface Given
  extends Partial<Pick<Verification, "capture" | "expected" | "metadata" | "policyId" | "policyVersion">> {
  /** See `Part`. */
  readonly challengeFirst?: boolean;
}

export function newVerification(
  id: string,
  customerRef: string,
  policy: Policy,
  now: number,
  { challengeFirst = false, ...given }: Given = {},
): Verification {
  const { capture = null, expected = null, metadata = null, policyId = null, policyVersion = null } = given;
  const steps = newSteps(policy, { comparesDetails: expected !== null, challengeFirst });
  return {
    id,
    customerRef,
    status: "created",
    decision: null,
    decisionReasons: [],
    nextAction: nextActionOf(steps, policy),
    policy,
    steps,
    revision: 1,
    createdAt: now,
    expiresAt: now + policy.expires_in_seconds * 1000,
    completedAt: null,
    reviewedAt: null,
    recalledAt: null,
    proposal: null,
    contestedAt: null,
    contestText: null,
    capture,
    boundDevice: null,
    consent: null,
    expected,
    metadata,
    checks: null,
    policyId,
    policyVersion,
  };
}

/**
 * Whether the verification can still change. An overdue verification is not open, even before its expiry is
 * recorded.
 */
export function isOpen({ status, expiresAt }: Verification, now: number): boolean {
  return isOpenStatus(status) && now < expiresAt;
}

/** The weakest liveness mode that counts now: the policy's, or `challenge` after a step-up. */
export function requiredMode({ steps, policy }: Verification): LivenessMode {
  return findStep(steps, "check")?.parts.check?.stepUp ? "challenge" : policy.liveness_mode;
}

/** The weakest liveness mode that can pass now. */
export const suggestedMode = (verification: Verification): LivenessMode =>
  isChallengeFirst(verification.steps) ? "challenge" : requiredMode(verification);

/** The open verification with the person's present registration, null for none. */
export const withRegistration = (verification: Verification, registered: string | null): Verification => ({
  ...verification,
  steps: withRegistered(verification.steps, registered),
});

/** Throws 409 `verification_not_open` unless a result of this part would be accepted now. */
export function assertTakes(verification: Verification, part: PartName, now: number): void {
  assertOpen(verification, now);
  if (awaitsChecks(verification)) throw notOpen("Everything was captured. The decision follows.");
  const step = findStep(verification.steps, part);
  if (step === undefined)
    throw notOpen(
      `This call is for the step ${stepOf(part)}, and policy.steps has ${verification.policy.steps.join(", ")} only. Do what \`next\` says, or create a verification with that step.`,
    );
  if (!hasAttemptLeft(step, part))
    throw notOpen("The attempts of this check are used up. Create a new verification.");
}

/**
 * Throws 409 `verification_not_open` for evidence of a document that the policy does not accept, and as
 * `assertUnsettled` does.
 */
export function assertAccepts(verification: Verification, method: DocumentEvidence): void {
  const accepted = evidenceOf(verification.policy);
  if (!accepted.includes(method))
    throw notOpen(
      `This call sends a ${method}, and policy.document_evidence has ${accepted.join(", ")} only. Create a verification whose policy.document_evidence has ${method}.`,
    );
  assertUnsettled(verification.steps);
}

/**
 * Throws 409 `verification_not_open` once signed evidence of the document has passed: nothing takes the place
 * of what its issuer signed.
 */
function assertUnsettled(steps: readonly Step[]): void {
  const step = findStep(steps, "ocr");
  const isSigned = step?.status === "passed" && isSignedId(step.parts.ocr?.evidence?.resultId ?? "");
  if (isSigned) throw notOpen("The document was accepted by what its issuer signed.");
}

/** Throws 400 `liveness_mode_too_weak` for a mode below `requiredMode`. */
export function assertStrongEnough(verification: Verification, mode: LivenessMode): void {
  const atLeast = requiredMode(verification);
  if (isStrongEnough(mode, atLeast)) return;
  throw new ApiError(
    "liveness_mode_too_weak",
    `mode must be ${atLeast} or stronger for this verification, not ${mode}.`,
    {
      param: "mode",
    },
  );
}

/**
 * The verification after the results of one call, and whether they completed it. Throws 409
 * `verification_not_open` or 400 `liveness_mode_too_weak` when a result is not accepted: the requirements may
 * have changed during the call. What counts is when the call began, `now`; what is dated is dated
 * `writtenAt`.
 */
export function applyResults(
  verification: Verification,
  results: readonly StepResult[],
  now: number,
  writtenAt = now,
): { verification: Verification; completed: boolean } {
  for (const { part, mode } of results) {
    assertTakes(verification, part, now);
    if (part === "ocr" || part === "fraud") assertUnsettled(verification.steps);
    if (mode !== undefined) assertStrongEnough(verification, mode);
  }
  const steps = results.reduce<readonly Step[]>((before, result) => {
    const counted = isAgeOnly(verification.policy) ? withoutReview(result, before) : result;
    return advanceSteps(before, counted, writtenAt);
  }, verification.steps);
  return settle({ ...verification, steps, status: "in_progress" }, writtenAt);
}

/**
 * The verification after the tenant's answer to an external check, and whether it completed the verification.
 * `searched`: a search for the selfie's face that the answer made due. Throws as `answerOf` does, and 409
 * `verification_not_open` for a verification that is not open.
 */
export function applyAnswer(
  verification: Verification,
  answer: CheckAnswer,
  now: number,
  searched: StepResult | null = null,
) {
  const checks = answerOf(verification, answer, now);
  assertOpen(verification, now);
  const steps = searched === null ? verification.steps : advanceSteps(verification.steps, searched, now);
  return settle({ ...verification, checks, steps }, now);
}

/** The verification after the deadlines of its external checks until now, as `applyAnswer`. */
export const applyDeadlines = (verification: Verification, now: number) =>
  settle({ ...verification, checks: overdue(verification, now) }, now);

/** The changed verification: decided, or with its next action, or with its external checks requested. */
function settle(
  changed: Verification,
  writtenAt: number,
): { verification: Verification; completed: boolean } {
  const { steps, policy } = changed;
  const checks = requestChecks(changed, writtenAt);
  const verification: Verification = {
    ...changed,
    checks,
    expiresAt: expiryAfter(changed.expiresAt, checks),
    revision: changed.revision + 1,
    nextAction: nextActionOf(steps, policy),
  };
  const decision = decide(verification);
  if (decision === null) return { verification, completed: false };
  return {
    completed: true,
    verification: {
      ...verification,
      steps: steps.map(forgetCaptures),
      status: "completed",
      decision,
      decisionReasons: decisionReasons(decision, verification),
      nextAction: null,
      completedAt: writtenAt,
    },
  };
}

/** Throws 409 `verification_not_open` for a verification that is not open. */
export function cancel(verification: Verification, now: number): Verification {
  assertOpen(verification, now);
  return close(verification, "canceled");
}

/** The verification at `now`: expired if it is open and past its expiry. */
export function expireIfDue(verification: Verification, now: number): Verification {
  const due = isOpenStatus(verification.status) && now >= verification.expiresAt;
  return due ? close(verification, "expired") : verification;
}

/**
 * The verification after the recall of a trust anchor that a result of it rests on. Its decision stays: the
 * tenant decides what follows.
 */
export const recall = (verification: Verification, now: number): Verification => ({
  ...verification,
  recalledAt: now,
  revision: verification.revision + 1,
});

function close(verification: Verification, status: "canceled" | "expired"): Verification {
  const steps = verification.steps.map(forgetCaptures);
  return { ...verification, status, steps, nextAction: null, revision: verification.revision + 1 };
}

function decide(verification: Verification): Decision | null {
  const statuses = [...verification.steps.map(({ status }) => status), ...checkStatuses(verification)];
  return DECISION_TABLE.find(({ when }) => when(statuses))?.decision ?? null;
}

/**
 * Every reason of the steps and checks that account for the decision, and every finding of the other steps.
 */
function decisionReasons(decision: Decision, verification: Verification): DecisionReason[] {
  const blamed = BLAMED[decision];
  const ofSteps = verification.steps.flatMap((step) =>
    reasonsOf(step, blamed).map((reason) => ({
      code: reason.code,
      step: step.name,
      message: reasonMessage(reason, step.name),
    })),
  );
  return [...ofSteps, ...checkReasons(verification, blamed)];
}

/** Throws 409 `verification_not_open` for a verification that is not open. */
export function assertOpen(verification: Verification, now: number): void {
  if (isOpen(verification, now)) return;
  const { status } = expireIfDue(verification, now);
  throw notOpen(`This verification is ${status}. To verify the person again, create a new verification.`);
}

const notOpen = (message: string) => new ApiError("verification_not_open", message);
