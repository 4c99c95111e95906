import type { Policy } from "../../verification/policy.ts";
import type { Outcome } from "../../verification/types.ts";
import type { Link } from "../document/sides.ts";
import type { FraudVerdict } from "../fraud/assess.ts";
import type { StepOutcome } from "./step-outcome.ts";
import { fraudOutcome } from "./step-outcome.ts";

/** The gravity of outcomes, the gravest first: those against the document before those of a bad capture. */
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

/** The verdicts on a document's sides, one or two: it is clean when each side is. */
export function sidesOutcome(
  verdicts: readonly FraudVerdict[],
  policy: Pick<Policy, "on_fraud_suspicious">,
): StepOutcome {
  const [first, ...others] = verdicts.map((verdict) => fraudOutcome(verdict, policy));
  return others.reduce((gravest, each) => (gravity(each) < gravity(gravest) ? each : gravest), first!);
}

/**
 * What was read off a front and a back, once each side can be used: sides that show nothing in common are for
 * a person; sides that contradict each other are a zone that differs from the print, and go where suspicion
 * goes.
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
