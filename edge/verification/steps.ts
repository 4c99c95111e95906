import { MAX_CAPTURE_FAILURES, type Policy } from "./policy.ts";
import {
  type DocumentTrace,
  type NextAction,
  type Outcome,
  type Part,
  type PartName,
  STEP_PARTS,
  type Step,
  type StepName,
  type StepResult,
  type StepStatus,
} from "./types.ts";

const UNTRIED: Part = { status: "pending", attempts: 0, captureFailures: 0, stepUp: false, reason: null };

/** What an outcome that uses up an attempt makes of its part, while attempts are left and on the last one. */
const AFTER_ATTEMPT: Readonly<Record<Outcome, { more: StepStatus; last: StepStatus }>> = {
  passed: { more: "passed", last: "passed" },
  review: { more: "review", last: "review" },
  retry: { more: "retry_required", last: "failed" },
  capture_quality: { more: "retry_required", last: "failed" },
  step_up: { more: "retry_required", last: "failed" },
  failed: { more: "failed", last: "failed" },
};

/** Which call goes on with an open part. */
const ACTION_OF_PART: Readonly<Record<PartName, NextAction["type"] | null>> = {
  ocr: "ocr_scan",
  fraud: "fraud_detect",
  check: "liveness_check",
  search: "liveness_check",
  comparison: null,
};

/** The steps that a policy asks for, none of them begun. */
export function newSteps(policy: Policy): Step[] {
  const names: StepName[] = [...policy.steps];
  if (policy.require_face_match) names.push("face_match");
  return names.map((name) => ({
    name,
    status: "pending",
    attempts: 0,
    maxAttempts: policy.max_attempts,
    resultIds: [],
    reason: null,
    updatedAt: null,
    parts: Object.fromEntries(partsOf(name, policy).map((part) => [part, UNTRIED])),
  }));
}

function partsOf(name: StepName, policy: Policy): readonly PartName[] {
  return STEP_PARTS[name].filter((part) => part !== "search" || policy.dedupe !== "off");
}

/** The step that a part belongs to, if the policy asks for it. */
export function findStep(steps: readonly Step[], part: PartName): Step | undefined {
  return steps.find((step) => step.parts[part] !== undefined);
}

/** Parts that the server makes of other parts' uploads by itself. */
const OF_THE_SERVER: readonly PartName[] = ["search", "comparison"];

/** Whether a part may be tried once more. The server's own parts are never refused: their count stays at the most. */
export function hasAttemptLeft(step: Step, part: PartName): boolean {
  return OF_THE_SERVER.includes(part) || step.parts[part]!.attempts < step.maxAttempts;
}

/** The step after one more result of one of its parts. The latest result of a part speaks for it. */
export function advanceStep(step: Step, result: StepResult, now: number): Step {
  const part = advancePart(step.parts[result.part]!, result, step.maxAttempts);
  const others = reopenOthers(step, result);
  const parts = { ...others, [result.part]: result.document ? { ...part, document: result.document } : part };
  const status = combine(Object.values(parts).map((each) => each.status));
  return {
    ...step,
    status,
    parts,
    attempts: Math.max(...Object.values(parts).map(({ attempts }) => attempts)),
    resultIds: [...step.resultIds, result.resultId],
    reason:
      Object.values(parts).find((each) => each.status === status && each.reason !== null)?.reason ?? null,
    updatedAt: now,
  };
}

/**
 * The other parts, those that looked at another document opened again: what was read off one card and what was found on
 * another's picture say nothing together. Without an attempt left such a part has failed.
 */
function reopenOthers({ parts, maxAttempts }: Step, { document }: StepResult): Step["parts"] {
  if (document === undefined) return parts;
  const reopened = (Object.entries(parts) as [PartName, Part][]).map(([name, part]) => {
    if (part.document === undefined || isSameDocument(part.document, document)) return [name, part];
    const status = part.attempts < maxAttempts ? "retry_required" : "failed";
    return [name, { ...part, status, reason: "document_changed" }];
  });
  return Object.fromEntries(reopened);
}

/** The same picture, or two pictures whose zones say the same. */
function isSameDocument(one: DocumentTrace, other: DocumentTrace): boolean {
  return one.image === other.image || (one.zone !== null && one.zone === other.zone);
}

/** The step without what was kept to tell documents apart. */
export function forgetDocuments(step: Step): Step {
  const parts = Object.entries(step.parts).map(([name, { document: _, ...part }]) => [name, part]);
  return { ...step, parts: Object.fromEntries(parts) };
}

function advancePart(part: Part, { outcome, reason }: StepResult, maxAttempts: number): Part {
  if (outcome === "capture_quality" && part.captureFailures < MAX_CAPTURE_FAILURES) {
    const settled = part.status === "passed" || part.status === "review";
    const failures = { captureFailures: part.captureFailures + 1 };
    return settled ? { ...part, ...failures } : { ...part, ...failures, status: "retry_required", reason };
  }
  if (outcome === "step_up" && !part.stepUp)
    return { ...part, status: "retry_required", stepUp: true, reason };
  const attempts = Math.min(part.attempts + 1, maxAttempts);
  const after = AFTER_ATTEMPT[outcome];
  const status = attempts < maxAttempts ? after.more : after.last;
  return { ...part, attempts, status, reason, stepUp: part.stepUp && status === "retry_required" };
}

function combine(parts: readonly StepStatus[]): StepStatus {
  if (parts.includes("failed")) return "failed";
  if (parts.includes("retry_required")) return "retry_required";
  if (parts.includes("pending")) return "pending";
  return parts.includes("review") ? "review" : "passed";
}

/** What the end user's device should do next; null when nothing is asked of it. */
export function nextActionOf(steps: readonly Step[], policy: Policy): NextAction | null {
  const open = steps
    .flatMap(({ parts }) => Object.entries(parts) as [PartName, Part][])
    .filter(([, { status }]) => status === "pending" || status === "retry_required")
    .map(([name, { stepUp }]) => ({ type: ACTION_OF_PART[name], stepUp }))
    .filter(({ type }) => type !== null);
  if (open.some(({ stepUp }) => stepUp)) return { type: "liveness_challenge" };
  const first = open[0]?.type ?? null;
  if (first === null) return null;
  const challenge = first === "liveness_check" && policy.liveness_mode === "challenge";
  return { type: challenge ? "liveness_challenge" : first };
}
