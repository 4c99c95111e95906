import { comparisonDue } from "../../verification/face-match.ts";
import { applyResults } from "../../verification/machine.ts";
import { renderCompleted } from "../../verification/render.ts";
import type { StepResult, Verification } from "../../verification/types.ts";
import type { ScopeContext } from "../commit/context.ts";
import { type Advanced, verificationEvent } from "./change-verification.ts";
import { comparePair, type FreshTemplates } from "./face-match.ts";

/** The results that one call adds to a verification. */
interface StepWork {
  readonly results: readonly [StepResult, ...StepResult[]];
  /** Templates of this call's own results. */
  readonly templates: FreshTemplates;
}

/**
 * The verification after a call's results. Results that complete the pair of faces also bring the pair's
 * comparison; results that decide also bring `verification.completed`.
 */
export async function takeResults(
  { services, scope, now }: ScopeContext<"vault" | "inference" | "clock">,
  current: Verification,
  { results, templates }: StepWork,
): Promise<Advanced> {
  const taken = applyResults(current, results, now);
  const pair = comparisonDue(taken.verification);
  const match = pair === null ? null : await comparePair(services, scope, current, pair, templates, now);
  const all = match === null ? results : ([...results, match.step] as const);
  // The comparison takes its time, and so did the engines: the decision is made when it is written.
  const writtenAt = Math.max(now, services.clock());
  const { verification, completed } = applyResults(current, all, now, writtenAt);
  const data = renderCompleted(verification);
  const event = { type: "verification.completed", data, now: writtenAt } as const;
  return {
    changed: verification,
    change: { at: writtenAt, kind: "step_result", resultId: results[0].resultIds[0] ?? null },
    statements: [
      ...(match?.statements ?? []),
      ...(completed ? verificationEvent(services.db, scope, verification, event) : []),
    ],
  };
}
