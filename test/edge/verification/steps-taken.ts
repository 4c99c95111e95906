import type { ApiError } from "#edge/core/errors.ts";
import { captureOfPair, comparisonDue } from "#edge/verification/face-match.ts";
import { applyResults, newVerification } from "#edge/verification/machine.ts";
import { policySchema } from "#edge/verification/policy.ts";
import type { Outcome, PartName, Step, StepResult, Verification } from "#edge/verification/types.ts";
import type { LivenessMode } from "#vocabulary/enumerations.ts";

/** Verifications as results make them, for tests of the rules. */

export const NOW = 1_700_000_000_000;

let serial = 0;
const newId = () => `r_${++serial}`;
const reasonOf = (part: PartName, outcome: Outcome) => (outcome === "passed" ? null : `${part}_${outcome}`);

export const begin = (policy: object = {}) =>
  newVerification("vf_1", "customer", policySchema.parse(policy), NOW);

/** A check of a document's image; `fraud` and `ocr` of one capture are of the same image. */
export const looked = (
  part: "ocr" | "fraud",
  outcome: Outcome,
  { capture = "card", reason = reasonOf(part, outcome) } = {},
): StepResult => ({ part, outcome, reason, resultIds: [newId()], capture });

/** A liveness check; its result is its own capture. */
export const checked = (
  outcome: Outcome,
  { mode = "challenge" as LivenessMode, reason = reasonOf("check", outcome) } = {},
): StepResult => {
  const id = newId();
  return { part: "check", outcome, reason, resultIds: [id], capture: id, mode };
};

/** The search for the face of a liveness check. */
export const searched = (
  { capture }: StepResult,
  outcome: Outcome,
  reason = reasonOf("search", outcome),
): StepResult => ({ part: "search", outcome, reason, resultIds: [newId()], capture });

/** The comparison that is due. */
export const compared = (
  verification: Verification,
  outcome: Outcome,
  reason = reasonOf("comparison", outcome),
): StepResult => ({
  part: "comparison",
  outcome,
  reason,
  resultIds: [newId()],
  capture: captureOfPair(comparisonDue(verification)!),
});

/** The verification after results, each of a call of its own. */
export const take = (verification: Verification, ...results: StepResult[]) =>
  results.reduce((current, each) => applyResults(current, [each], NOW).verification, verification);

/** The same in a single call. */
export const takeAtOnce = (verification: Verification, ...results: StepResult[]) =>
  applyResults(verification, results, NOW).verification;

/** The same with the comparison that they make due. */
export const takeAndCompare = (verification: Verification, results: StepResult[], outcome: Outcome) => {
  const taken = takeAtOnce(verification, ...results);
  return take(taken, compared(taken, outcome));
};

/** A document that was read and judged, and passed. */
export const document = () => [looked("ocr", "passed"), looked("fraud", "passed")];

export const step = ({ steps }: Verification, name: string): Step =>
  steps.find((each) => each.name === name)!;

/** The code of the error that an act throws. */
export const refusal = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    return (error as ApiError).code;
  }
  return "none";
};
