import type { StepStatus } from "../../vocabulary/verifications.ts";
import { MAX_CAPTURE_FAILURES } from "./policy.ts";
import type { FoundReason } from "./reasons/messages.ts";
import type { Evidence, Finding, Outcome, Part, PartName, Step, StepResult } from "./types.ts";

/**
 * The rules of evidence (contract §3.6), and the code that enforces each of them:
 *
 * 1. Outcome, image and result are one value; a capture failure changes no evidence. `Evidence`, `settles`
 * of `RULES`.
 * 2. Two images never share a verdict. `currentStatus` ignores evidence of another capture.
 * 3. A settled adverse outcome is final. `becomesFinding` of `RULES`, `findingOf`, `statusOf`.
 * 4. After a step-up no weaker check counts. `requiredMode` (machine), `stepUp` here.
 * 5. `face_match` compares the portrait and the frame that count. `pairOf`, `comparisonDue` (face-match).
 * 6. Without a document no result is `clean`. `verdicts/fraud` (quality gate).
 * 7. Signed data is evidence of the data alone. `evidenceFaults` (policy), `assertAccepts` (machine),
 * `signedResults`, `standing`.
 * 8. Without a check of authenticity no approval. `verdicts/fraud` (truth table), `fraudOutcome`.
 * 9. People are shown what was judged. `withOriginal`.
 */

interface Rule {
  /**
   * Whether the outcome replaces the part's evidence. Otherwise it changes a counter and, while the part has
   * no evidence, its status.
   */
  readonly settles: boolean;
  /** The part's status while attempts are left (`more`), and after the last attempt (`last`). */
  readonly more: Evidence["status"];
  readonly last: Evidence["status"];
  /** Whether the outcome becomes a finding: always, after the last attempt, or never. */
  readonly becomesFinding: "always" | "on_last" | "never";
}

const RULES: Readonly<Record<Outcome, Rule>> = {
  passed: { settles: true, more: "passed", last: "passed", becomesFinding: "never" },
  review: { settles: true, more: "review", last: "review", becomesFinding: "on_last" },
  adverse: { settles: true, more: "review", last: "review", becomesFinding: "always" },
  retry: { settles: true, more: "retry_required", last: "failed", becomesFinding: "never" },
  step_up: { settles: true, more: "retry_required", last: "failed", becomesFinding: "never" },
  capture_quality: { settles: false, more: "retry_required", last: "failed", becomesFinding: "never" },
  failed: { settles: true, more: "failed", last: "failed", becomesFinding: "never" },
};

export const UNTRIED: Part = {
  attempts: 0,
  captureFailures: 0,
  captureIssue: null,
  stepUp: false,
  evidence: null,
};

/** Parts whose results the server computes from the uploads of other parts. */
const OF_THE_SERVER: readonly PartName[] = ["search", "comparison", "details", "repeat", "listed"];

/**
 * Whether the part has an attempt left. The server's own parts are never rejected: their count stays at the
 * maximum.
 */
export function hasAttemptLeft({ parts, maxAttempts }: Step, part: PartName): boolean {
  return OF_THE_SERVER.includes(part) || parts[part]!.attempts < maxAttempts;
}

/** The part after one more of its results. */
export function advancePart(part: Part, result: StepResult, maxAttempts: number): Part {
  const { outcome, reason } = result;
  const rule = RULES[outcome];
  const attempts = isFree(part, result) ? part.attempts : Math.min(part.attempts + 1, maxAttempts);
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
 * Whether a result uses up no attempt: one of the first `MAX_CAPTURE_FAILURES` capture failures, the first
 * demand for a challenge, or a repeated search for one selfie.
 */
function isFree(
  { captureFailures, stepUp, evidence }: Part,
  { part, outcome, capture }: StepResult,
): boolean {
  if (part === "search" && evidence?.capture === capture) return true;
  if (outcome === "capture_quality") return captureFailures < MAX_CAPTURE_FAILURES;
  return outcome === "step_up" && !stepUp;
}

const isSettled = ({ evidence }: Part) => evidence?.status === "passed" || evidence?.status === "review";

function settled(
  part: Part,
  { reason, found, resultIds, capture, details }: StepResult,
  status: Evidence["status"],
): Part {
  const [resultId = null, otherResultId] = resultIds;
  const evidence = { status, reason, found, resultId, otherResultId, details, capture };
  return { ...part, captureIssue: null, evidence };
}

/**
 * The finding that a result leaves; null for a result that leaves no finding. `part` is the part after the
 * result.
 */
export function findingOf(result: StepResult, part: Part, maxAttempts: number): Finding | null {
  const { becomesFinding } = RULES[result.outcome];
  if (becomesFinding === "never") return null;
  if (becomesFinding === "on_last" && part.attempts < maxAttempts) return null;
  const { part: name, reason, outcome, found, resultIds, ofPixels } = result;
  return {
    ...{ part: name, code: reason ?? outcome, found, resultId: resultIds[0]! },
    ...(ofPixels && { ofPixels }),
  };
}

/** The findings that stand after a result: an authentic chip lifts what pixels alone said of its document. */
export const standing = (
  findings: readonly Finding[],
  { lifts }: Pick<StepResult, "lifts">,
): readonly Finding[] =>
  lifts === undefined
    ? findings
    : findings.filter(({ ofPixels, resultId }) => !(ofPixels && resultId === lifts));

/** Whether the result's capture becomes the one that counts. */
export const settles = ({ outcome }: StepResult) => RULES[outcome].settles;

/** The status of a part or step, and the reason for it. */
interface CurrentStatus {
  readonly status: StepStatus;
  readonly reason: string | null;
}

/**
 * The status of a part. Evidence on another capture than the step's current one does not count and must be
 * produced again; the part fails when it has no attempt left for that.
 */
export function currentStatus(step: Step, name: PartName): CurrentStatus {
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

/**
 * A step's status from the statuses of its parts: the first matching row decides. A finding keeps the step
 * from passing.
 */
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

/** The step's status and the reason for it. */
export function statusOf(step: Step): CurrentStatus {
  const parts = (Object.keys(step.parts) as PartName[]).map((name) => currentStatus(step, name));
  const statuses = parts.map(({ status }) => status);
  const { status } = STATUS_TABLE.find(({ when }) => when(statuses, step.findings.length))!;
  const found = status === "review" ? step.findings[0]?.code : undefined;
  const reason = parts.find((part) => part.status === status && part.reason !== null)?.reason;
  return { status, reason: found ?? reason ?? null };
}

/**
 * The reasons of all findings of a step and, if the step has the blamed status, of its parts with that
 * status, each code once. `blamed`: the status that accounts for the decision; null for an approval.
 */
export function reasonsOf(step: Step, blamed: StepStatus | null): FoundReason[] {
  const findings: FoundReason[] = step.findings.map(({ code, found }) => ({ code, found }));
  const isBlamed = step.status === blamed;
  const parts = isBlamed ? (Object.keys(step.parts) as PartName[]) : [];
  const current = parts.flatMap((name): FoundReason[] => {
    const { status, reason } = currentStatus(step, name);
    if (status !== blamed || reason === null) return [];
    const { evidence } = step.parts[name]!;
    return [{ code: reason, found: evidence?.reason === reason ? evidence.found : undefined }];
  });
  const all = [...findings, ...current];
  if (isBlamed && all.length === 0) return [{ code: `${step.name}_${step.status}` }];
  return all.filter(({ code }, at) => all.findIndex((each) => each.code === code) === at);
}
