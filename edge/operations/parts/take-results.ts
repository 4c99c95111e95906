import { comparisonDue } from "../../verification/face-match.ts";
import { applyResults } from "../../verification/machine.ts";
import { renderCompleted } from "../../verification/render.ts";
import type { StepResult, Verification } from "../../verification/types.ts";
import type { ScopeContext } from "../commit/context.ts";
import { type Advanced, verificationEvent } from "./change-verification.ts";
import { comparePair, type FreshTemplates } from "./face-match.ts";

/** What one call brings into a verification. */
interface StepWork {
  readonly results: readonly [StepResult, ...StepResult[]];
  /** Templates that the call has at hand. */
  readonly templates: FreshTemplates;
}

/**
 * The verification after a call's results. Where they complete the pair of faces, the pair is compared and
 * that applied, too; when they decide, `verification.completed` goes with them.
 */
export async function takeResults(
  { services, scope, now }: ScopeContext<"vault" | "inference">,
  current: Verification,
  { results, templates }: StepWork,
): Promise<Advanced> {
  const taken = applyResults(current, results, now);
  const pair = comparisonDue(taken.verification);
  const match = pair === null ? null : await comparePair(services, scope, current, pair, templates, now);
  const { verification, completed } =
    match === null ? taken : applyResults(current, [...results, match.step], now);
  const data = renderCompleted(verification);
  const event = { type: "verification.completed", data, now } as const;
  return {
    changed: verification,
    change: { at: now, kind: "step_result", resultId: results[0].resultIds[0]! },
    statements: [
      ...(match?.statements ?? []),
      ...(completed ? verificationEvent(services.db, scope, verification, event) : []),
    ],
  };
}
