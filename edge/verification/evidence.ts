import type { StepStatus } from "../vocabulary/verifications.ts";
import { MAX_CAPTURE_FAILURES } from "./policy.ts";
import type { Evidence, Finding, Outcome, Part, PartName, Step, StepResult } from "./types.ts";

/**
 * The rules of evidence (contract §3.6), and the place that holds each of its six sentences:
 *
 * 1. Outcome, picture and result are one value, and a capture failure moves nothing: `Evidence`, and
 *    `settles` of `RULES`.
 * 2. Two pictures never share a verdict: `standingOf` does not count evidence of another capture.
 * 3. A settled adverse outcome stands: `stands` of `RULES`, `findingOf`, `statusOf`.
 * 4. Once a step-up was asked for, nothing weaker counts: `requiredMode` (machine), and `stepUp` here.
 * 5. `face_match` is of the portrait and the frame that count: `pairOf`, `comparisonDue` (face-match).
 * 6. Without a document no result is `clean`: `verdicts/fraud` (quality gate).
 */

interface Rule {
  /** Whether it replaces the part's evidence. What settles nothing moves nothing but its counter. */
  readonly settles: boolean;
  /** The part's status while attempts are left, and on the last attempt. */
  readonly more: Evidence["status"];
  readonly last: Evidence["status"];
  /** Whether it stands for good: always, or when nothing is left to try. */
  readonly stands: "always" | "on_last" | "never";
}

const RULES: Readonly<Record<Outcome, Rule>> = {
  passed: { settles: true, more: "passed", last: "passed", stands: "never" },
  review: { settles: true, more: "review", last: "review", stands: "on_last" },
  adverse: { settles: true, more: "review", last: "review", stands: "always" },
  retry: { settles: true, more: "retry_required", last: "failed", stands: "never" },
  step_up: { settles: true, more: "retry_required", last: "failed", stands: "never" },
  capture_quality: { settles: false, more: "retry_required", last: "failed", stands: "never" },
  failed: { settles: true, more: "failed", last: "failed", stands: "never" },
};

export const UNTRIED: Part = {
  attempts: 0,
  captureFailures: 0,
  captureIssue: null,
  stepUp: false,
  evidence: null,
};

/** Parts that the server makes of other parts' uploads by itself. */
const OF_THE_SERVER: readonly PartName[] = ["search", "comparison"];

/**
 * Whether a part may be tried once more. The server's own parts are never refused: their count stays at the
 * most.
 */
export function hasAttemptLeft({ parts, maxAttempts }: Step, part: PartName): boolean {
  return OF_THE_SERVER.includes(part) || parts[part]!.attempts < maxAttempts;
}

/** The part after one more of its results. */
export function advancePart(part: Part, result: StepResult, maxAttempts: number): Part {
  const { outcome, reason } = result;
  const rule = RULES[outcome];
  const attempts = isFree(part, outcome) ? part.attempts : Math.min(part.attempts + 1, maxAttempts);
  const status = attempts < maxAttempts ? rule.more : rule.last;
  if (!rule.settles) {
    const counted = {
      ...part,
      attempts,
      captureFailures: Math.min(part.captureFailures + 1, MAX_CAPTURE_FAILURES),
    };
    const isOver = status === "failed" && !isSettled(part);
    return isOver ? settled(counted, result, status) : { ...counted, captureIssue: reason };
  }
  const stepUp = part.stepUp || outcome === "step_up";
  return settled({ ...part, attempts, stepUp }, result, status);
}

/**
 * Whether a result uses up no attempt: a capture failure while few were made, and the first demand for a
 * challenge.
 */
function isFree({ captureFailures, stepUp }: Part, outcome: Outcome): boolean {
  if (outcome === "capture_quality") return captureFailures < MAX_CAPTURE_FAILURES;
  return outcome === "step_up" && !stepUp;
}

const isSettled = ({ evidence }: Part) => evidence?.status === "passed" || evidence?.status === "review";

function settled(part: Part, { reason, resultIds, capture }: StepResult, status: Evidence["status"]): Part {
  const resultId = resultIds[0]!;
  return { ...part, captureIssue: null, evidence: { status, reason, resultId, capture } };
}

/** What of a result stands for good; null: nothing. `part` is the part after it. */
export function findingOf(result: StepResult, part: Part, maxAttempts: number): Finding | null {
  const { stands } = RULES[result.outcome];
  if (stands === "never" || (stands === "on_last" && part.attempts < maxAttempts)) return null;
  return { part: result.part, code: result.reason ?? result.outcome, resultId: result.resultIds[0]! };
}

/** Whether a result makes its capture the one that counts. */
export const settles = ({ outcome }: StepResult) => RULES[outcome].settles;

/** How a part stands beside the capture that counts. */
interface Standing {
  readonly status: StepStatus;
  readonly reason: string | null;
}

/**
 * How a part of a step stands: evidence that was made on another capture than the one that counts does not,
 * and must be made again. Without an attempt left for it the part has failed.
 */
export function standingOf(step: Step, name: PartName): Standing {
  const { evidence, captureIssue } = step.parts[name]!;
  if (evidence !== null && evidence.capture === step.capture) {
    const { status, reason } = evidence;
    return { status, reason: status === "retry_required" ? (captureIssue ?? reason) : reason };
  }
  if (OF_THE_SERVER.includes(name)) return { status: "pending", reason: null };
  if (!hasAttemptLeft(step, name)) {
    const reason = evidence?.status === "failed" ? evidence.reason : "document_changed";
    return { status: "failed", reason };
  }
  if (captureIssue !== null) return { status: "retry_required", reason: captureIssue };
  return evidence === null
    ? { status: "pending", reason: null }
    : { status: "retry_required", reason: "document_changed" };
}

/** A step's status by those of its parts, the first row that holds; a finding keeps it from passing. */
const STATUS_TABLE: readonly {
  status: StepStatus;
  when: (parts: readonly StepStatus[], findings: number) => boolean;
}[] = [
  { status: "failed", when: (parts) => parts.includes("failed") },
  { status: "retry_required", when: (parts) => parts.includes("retry_required") },
  { status: "pending", when: (parts) => parts.includes("pending") },
  { status: "review", when: (parts, findings) => parts.includes("review") || findings > 0 },
  { status: "passed", when: () => true },
];

/** How a step stands, and why. */
export function statusOf(step: Step): Standing {
  const parts = (Object.keys(step.parts) as PartName[]).map((name) => standingOf(step, name));
  const statuses = parts.map(({ status }) => status);
  const { status } = STATUS_TABLE.find(({ when }) => when(statuses, step.findings.length))!;
  const found = status === "review" ? step.findings[0]?.code : undefined;
  const reason = parts.find((part) => part.status === status && part.reason !== null)?.reason;
  return { status, reason: found ?? reason ?? null };
}

/**
 * Every finding of a step, and every other reason why it stands as it does where that accounts for a
 * decision.
 */
export function reasonsOf(step: Step, blamed: StepStatus | null): string[] {
  const found = step.findings.map(({ code }) => code);
  if (step.status !== blamed) return [...new Set(found)];
  const parts = (Object.keys(step.parts) as PartName[]).map((name) => standingOf(step, name));
  const current = parts.filter(({ status }) => status === blamed).map(({ reason }) => reason);
  const all = [...found, ...current].filter((reason) => reason !== null);
  return all.length === 0 ? [`${step.name}_${step.status}`] : [...new Set(all)];
}
