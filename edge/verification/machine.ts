import { ApiError } from "../errors.ts";
import type { Policy } from "./policy.ts";
import { advanceStep, findStep, forgetDocuments, hasAttemptLeft, newSteps, nextActionOf } from "./steps.ts";
import type {
  Decision,
  DecisionReason,
  PartName,
  Status,
  Step,
  StepResult,
  StepStatus,
  Verification,
} from "./types.ts";

/** Whether results, cancelation and expiry still change a verification of this status; all other statuses absorb. */
const OPEN: Readonly<Record<Status, boolean>> = {
  created: true,
  in_progress: true,
  completed: false,
  expired: false,
  canceled: false,
};

/** The decision is that of the first row whose condition holds; none: the verification stays in progress. */
const DECISION_TABLE: readonly { decision: Decision; when: (steps: readonly StepStatus[]) => boolean }[] = [
  { decision: "declined", when: (steps) => steps.includes("failed") },
  { decision: "approved", when: (steps) => steps.every((status) => status === "passed") },
  {
    decision: "review",
    when: (steps) => steps.every((status) => status === "passed" || status === "review"),
  },
];

/** Steps of which status account for a decision. */
const BLAMED: Readonly<Record<Decision, StepStatus | null>> = {
  approved: null,
  declined: "failed",
  review: "review",
};

const STEP_LABELS = { document: "document", liveness: "liveness", face_match: "face match" } as const;

export function newVerification(id: string, customerRef: string, policy: Policy, now: number): Verification {
  const steps = newSteps(policy);
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
  };
}

/** Whether the verification can still change. Time counts: what is overdue is not open, recorded as such or not. */
export function isOpen({ status, expiresAt }: Verification, now: number): boolean {
  return OPEN[status] && now < expiresAt;
}

/** Throws 409 `verification_not_open` unless a result of this part would be taken now. */
export function assertTakes(verification: Verification, part: PartName, now: number): void {
  assertOpen(verification, now);
  const step = findStep(verification.steps, part);
  if (step === undefined) throw notOpen("This verification does not ask for this check.");
  if (!hasAttemptLeft(step, part)) throw notOpen("This check's attempts are used up.");
}

/**
 * The verification after results that came of one call, and whether they decided it. Throws 409 `verification_not_open`
 * when one of them is not taken: see `assertTakes`.
 */
export function applyResults(
  verification: Verification,
  results: readonly StepResult[],
  now: number,
): { verification: Verification; completed: boolean } {
  for (const { part } of results) assertTakes(verification, part, now);
  const steps = results.reduce(
    (before, result) =>
      before.map((step) => (step.parts[result.part] ? advanceStep(step, result, now) : step)),
    verification.steps,
  );
  const decision = decide(steps);
  const changed: Verification = {
    ...verification,
    steps,
    revision: verification.revision + 1,
    status: "in_progress",
    nextAction: nextActionOf(steps, verification.policy),
  };
  if (decision === null) return { verification: changed, completed: false };
  return {
    completed: true,
    verification: {
      ...changed,
      steps: steps.map(forgetDocuments),
      status: "completed",
      decision,
      decisionReasons: reasonsFor(decision, steps),
      nextAction: null,
      completedAt: now,
    },
  };
}

/** Throws 409 `verification_not_open` when there is nothing left to cancel. */
export function cancel(verification: Verification, now: number): Verification {
  assertOpen(verification, now);
  return close(verification, "canceled");
}

/** The verification as it stands at `now`: expired when its time passed while it was open. */
export function expireIfDue(verification: Verification, now: number): Verification {
  const due = OPEN[verification.status] && now >= verification.expiresAt;
  return due ? close(verification, "expired") : verification;
}

function close(verification: Verification, status: "canceled" | "expired"): Verification {
  const steps = verification.steps.map(forgetDocuments);
  return { ...verification, status, steps, nextAction: null, revision: verification.revision + 1 };
}

function decide(steps: readonly Step[]): Decision | null {
  const statuses = steps.map(({ status }) => status);
  return DECISION_TABLE.find(({ when }) => when(statuses))?.decision ?? null;
}

function reasonsFor(decision: Decision, steps: readonly Step[]): DecisionReason[] {
  return steps
    .filter(({ status }) => status === BLAMED[decision])
    .map(({ name, status, reason }) => ({
      code: reason ?? `${name}_${status}`,
      step: name,
      message:
        status === "failed"
          ? `The ${STEP_LABELS[name]} step failed.`
          : `The ${STEP_LABELS[name]} step needs a person's review.`,
    }));
}

function assertOpen(verification: Verification, now: number): void {
  if (!isOpen(verification, now)) throw notOpen("This verification is not open any more.");
}

const notOpen = (message: string) => new ApiError("verification_not_open", message);
