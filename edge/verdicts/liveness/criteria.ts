import { type LivenessReason, type LivenessVerdict, verdict } from "./reasons.ts";

/** Evidence of a measure that equals its required value; evidence is linear in the measure. */
export const THRESHOLD = 0.5;

/** One condition of a verdict: its evidence, and the reason when it is not met. */
export interface Criterion {
  readonly evidence: number;
  readonly short: LivenessReason;
}

/**
 * Evidence 0..1 of a measure against its required value (> 0). Throws for a measure that is NaN or infinite.
 */
export function evidence(measured: number, required: number): number {
  if (Number.isNaN(measured) || !(required > 0)) throw new Error("A liveness measure is no number.");
  return Math.min(1, Math.max(0, (THRESHOLD * measured) / required));
}

/**
 * A verdict with the score of its weakest criterion; the reason is that of the first criterion that is not
 * met.
 */
export function verdictOf(criteria: readonly Criterion[]): LivenessVerdict {
  const unmet = criteria.find((criterion) => criterion.evidence < THRESHOLD);
  return verdict({
    blocked: null,
    score: Math.min(...criteria.map((criterion) => criterion.evidence)),
    threshold: THRESHOLD,
    short: unmet?.short ?? "low_score",
  });
}

/** A verdict on frames that cannot be judged. */
export function refused(reason: LivenessReason): LivenessVerdict {
  return verdict({ blocked: reason, score: 0, threshold: THRESHOLD, short: reason });
}
