import { type LivenessVerdict, verdict } from "../liveness/reasons.ts";
import type { StepOutcome } from "../outcomes/step-outcome.ts";
import type { FixedOutcome } from "./table.ts";

/**
 * The fixed verdict. The verdict itself is replaced, because the frames of a performed challenge cannot be
 * made up.
 */
export function fixLiveness(fixed: FixedOutcome | null, judged: LivenessVerdict): LivenessVerdict {
  if (fixed === null) return judged;
  const blocked = fixed.liveness === "live" ? null : fixed.liveness;
  return verdict({ blocked, score: 0.99, threshold: judged.threshold, short: "low_score" });
}

/** The step outcome, replaced by a review if the test reference requires one. */
export function fixStep(fixed: FixedOutcome | null, outcome: StepOutcome): StepOutcome {
  return fixed?.review === true ? { outcome: "review", reason: outcome.reason ?? "test_review" } : outcome;
}
