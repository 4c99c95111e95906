import type { KnownRule } from "../../../vocabulary/own-checks.ts";
import type { StepOutcome } from "./step-outcome.ts";

const PASSED: StepOutcome = { outcome: "passed", reason: null };

/** A document that nothing can be compared with: another capture may show its number and state. */
export const NUMBER_NOT_READ: StepOutcome = { outcome: "review", reason: "number_not_read" };

/** A document that is known, with its reason, follows the policy; `decline` is a hard stop. */
export const knownOutcome = (isKnown: boolean, rule: KnownRule | undefined, reason: string): StepOutcome =>
  isKnown ? { outcome: rule === "decline" ? "failed" : "adverse", reason } : PASSED;

/** A blocked face declines only if the search's false positive rate holds, as for `duplicate_face`. */
export const blockedFaceOutcome = (rule: KnownRule | undefined, fpirHeld: boolean): StepOutcome =>
  knownOutcome(true, fpirHeld ? rule : "review", "list_blocked");
