import { STEP_NAMES, type StepName, type StepStatus } from "../../vocabulary/verifications.ts";
import { advancePart, currentStatus, findingOf, settles, standing, statusOf, UNTRIED } from "./evidence.ts";
import { captureOfPair, pairOf } from "./face-match.ts";
import { evidenceOf, isOff, type Policy } from "./policy.ts";
import { comparesRegistered } from "./returning.ts";
import {
  type Evidence,
  type NextAction,
  type PartName,
  STEP_PARTS,
  type Step,
  type StepResult,
} from "./types.ts";

/** The call that continues an open part. */
const ACTION_OF_PART: Readonly<Record<PartName, NextAction["type"] | null>> = {
  ocr: "ocr_scan",
  fraud: "fraud_detect",
  details: "ocr_scan",
  repeat: "ocr_scan",
  listed: "ocr_scan",
  check: "liveness_check",
  search: "liveness_check",
  comparison: null,
};

/**
 * The call that continues a part with this status; null if none does. The server compares the faces by
 * itself, and with another selfie if the comparison has to be repeated.
 */
const actionOf = (part: PartName, status: StepStatus) =>
  ACTION_OF_PART[part] ?? (status === "retry_required" ? "liveness_check" : null);

/** What the steps depend on beside the policy. */
interface More {
  readonly comparesDetails: boolean;
  /** See `Part`. */
  readonly challengeFirst: boolean;
}

/** The steps that a policy requires, before any result. */
export function newSteps(policy: Policy, more: More): Step[] {
  const names: StepName[] = [...policy.steps];
  const isOfRegistered = comparesRegistered(policy);
  if (policy.require_face_match || isOfRegistered) names.push("face_match");
  return names.map((name) => ({
    name,
    status: "pending",
    attempts: 0,
    maxAttempts: policy.max_attempts,
    resultIds: [],
    reason: null,
    updatedAt: null,
    capture: null,
    findings: [],
    ...(name === "face_match" && isOfRegistered && { registered: null }),
    parts: Object.fromEntries(
      partsOf(name, policy, more).map((part) => [
        part,
        part === "check" && more.challengeFirst ? { ...UNTRIED, challengeFirst: true } : UNTRIED,
      ]),
    ),
  }));
}

function partsOf(
  name: StepName,
  policy: Policy,
  { comparesDetails }: { readonly comparesDetails: boolean },
): readonly PartName[] {
  const isLeftOut = (part: PartName) =>
    (part === "search" && policy.dedupe === "off") ||
    (part === "details" && !comparesDetails) ||
    (part === "repeat" && isOff(policy.repeat)) ||
    (part === "listed" && isOff(policy.block_list));
  return STEP_PARTS[name].filter((part) => !isLeftOut(part));
}

/** The name of the step that a part belongs to. */
export const stepOf = (part: PartName): StepName =>
  STEP_NAMES.find((name) => (STEP_PARTS[name] as readonly PartName[]).includes(part))!;

/** The step with this part, if the policy requires it. */
export function findStep(steps: readonly Step[], part: PartName): Step | undefined {
  return steps.find((step) => step.parts[part] !== undefined);
}

/**
 * The steps after one more result of one part. The result of a part that the policy does not require changes
 * nothing.
 */
export function advanceSteps(steps: readonly Step[], result: StepResult, now: number): Step[] {
  const advanced = steps.map((step) =>
    step.parts[result.part] === undefined ? step : advanceStep(step, result, now),
  );
  return withStatuses(advanced);
}

/**
 * The steps with the person's present registration, null for none: a comparison with another one does not
 * count any more.
 */
export const withRegistered = (steps: readonly Step[], registered: string | null): Step[] =>
  withStatuses(steps.map((step) => (step.registered === undefined ? step : { ...step, registered })));

/** The steps with the pair of faces that counts, and the statuses that follow. */
function withStatuses(steps: readonly Step[]): Step[] {
  const pair = pairOf(steps);
  return steps
    .map((step) =>
      step.name === "face_match" ? { ...step, capture: pair === null ? null : captureOfPair(pair) } : step,
    )
    .map((step) => ({ ...step, ...statusOf(step) }));
}

function advanceStep(step: Step, result: StepResult, now: number): Step {
  const { maxAttempts } = step;
  const part = advancePart(step.parts[result.part]!, result, maxAttempts);
  const parts = { ...step.parts, [result.part]: part };
  const finding = findingOf(result, part, maxAttempts);
  const findings = standing(step.findings, result);
  return {
    ...step,
    parts,
    capture: settles(result) ? result.capture : step.capture,
    findings: finding === null ? findings : [...findings, finding],
    attempts: Math.max(...Object.values(parts).map(({ attempts }) => attempts)),
    // The comparison of details has no result of its own: it names the reading's.
    resultIds: [...new Set([...step.resultIds, ...result.resultIds])],
    updatedAt: now,
  };
}

/**
 * The step without the digests of its captures, which are kept only while the verification is open. Evidence
 * of another capture than the step's is marked: it did not count.
 */
export function forgetCaptures(step: Step): Step {
  const parts = Object.entries(step.parts).map(([name, part]) => [
    name,
    { ...part, evidence: part.evidence && forgotten(part.evidence, step.capture) },
  ]);
  return { ...step, capture: null, parts: Object.fromEntries(parts) };
}

const forgotten = (evidence: Evidence, counting: string | null): Evidence => ({
  ...evidence,
  capture: null,
  ...(evidence.capture !== counting && { outdated: true }),
});

/** The next call of the end user's device; null when no call is due. */
export function nextActionOf(steps: readonly Step[], policy: Policy): NextAction | null {
  const open = steps
    .flatMap((step) =>
      (Object.keys(step.parts) as PartName[]).map((name) => {
        const { status } = currentStatus(step, name);
        return { status, type: actionOf(name, status) };
      }),
    )
    .filter(({ type, status }) => type !== null && (status === "pending" || status === "retry_required"));
  const isSteppedUp = findStep(steps, "check")?.parts.check?.stepUp === true;
  if (isSteppedUp && open.some(({ type }) => type === "liveness_check"))
    return { type: "liveness_challenge" };
  const first = open[0]?.type ?? null;
  if (first === null) return null;
  if (first !== "liveness_check") return documentAction(first, policy);
  const challenge = policy.liveness_mode === "challenge" || isChallengeFirst(steps);
  return { type: challenge ? "liveness_challenge" : first };
}

/** The next call for a document: with all ways of showing it, if the policy names them. */
function documentAction(type: NextAction["type"], policy: Policy): NextAction {
  const methods = evidenceOf(policy);
  if (policy.document_evidence === undefined) return { type };
  return { type: methods.includes("picture") ? type : "signed_evidence", methods };
}

/** Whether a challenge is asked for from the start: see `Part`. */
export const isChallengeFirst = (steps: readonly Step[]): boolean =>
  findStep(steps, "check")?.parts.check?.challengeFirst === true;
