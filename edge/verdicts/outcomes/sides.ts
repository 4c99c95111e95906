import type { Policy } from "../../verification/policy.ts";
import type { Outcome } from "../../verification/types.ts";
import type { Link } from "../document/sides.ts";
import type { JudgedFraud, StepOutcome } from "./step-outcome.ts";
import { fraudOutcome, isOfPixels } from "./step-outcome.ts";

/** Outcomes by severity, most severe first: outcomes against the document precede those of a bad capture. */
const GRAVITY: readonly Outcome[] = [
  "failed",
  "adverse",
  "retry",
  "capture_quality",
  "step_up",
  "review",
  "passed",
];

const gravity = ({ outcome }: StepOutcome) => GRAVITY.indexOf(outcome);

/**
 * The most severe outcome of the verdicts on a document's one or two sides: the document is clean when each
 * side is.
 */
export function sidesOutcome(
  verdicts: readonly JudgedFraud[],
  policy: Pick<Policy, "on_fraud_suspicious">,
): StepOutcome {
  const [first, ...others] = verdicts.map((verdict) => fraudOutcome(verdict, policy));
  const gravest = others.reduce((worst, each) => (gravity(each) < gravity(worst) ? each : worst), first!);
  return gravest.ofPixels ? { ...gravest, ofPixels: verdicts.every(isOfPixels) } : gravest;
}

/**
 * The outcome for a front and a back together, once each of them is usable. Sides without a common element
 * lead to a review; sides that contradict each other are treated as a suspicious document, by the policy.
 */
export function linkedOutcome(
  read: StepOutcome,
  link: Link,
  policy: Pick<Policy, "on_fraud_suspicious">,
): StepOutcome {
  if (link === "linked" || (read.outcome !== "passed" && read.outcome !== "review")) return read;
  if (link === "not_linked") return { outcome: "review", reason: "sides_not_linked" };
  const outcome = policy.on_fraud_suspicious === "decline" ? "failed" : "adverse";
  return { outcome, reason: "sides_contradict" };
}
