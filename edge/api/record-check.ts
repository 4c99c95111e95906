import type { Scope } from "../scope.ts";
import type { Services } from "../services.ts";
import { commit, type Statement } from "../store/batch.ts";
import { addUsage } from "../store/usage.ts";
import type { StepOutcome } from "../verdicts/step-outcome.ts";
import type { Policy } from "../verification/policy.ts";
import type { PartName } from "../verification/types.ts";
import { eventStatements, type NewEvent } from "../webhooks/outbox.ts";
import type { Check } from "./check.ts";
import { type FreshTemplate, matchFaces } from "./face-match.ts";
import { recordStep } from "./verifications/record-step.ts";

/** What a call has to write. */
export interface Result {
  readonly id: string;
  readonly customerRef: string | null;
  readonly event: Pick<NewEvent, "type" | "data">;
  /** The result's row and what must stand or fall with it. */
  readonly statements: readonly Statement[];
}

/** What a check has to write, and what it means within a verification. */
export interface CheckResult extends Result {
  readonly part: PartName;
  outcome(policy: Policy): StepOutcome;
  /** A template that the verification's face match may need. */
  readonly face: FreshTemplate | null;
}

/** Writes a result, its event and deliveries, and its use in one batch, so that nothing exists without the others. */
export async function recordResult(
  services: Services,
  scope: Scope,
  result: Result,
  now: number,
): Promise<void> {
  await commit(services.db, resultStatements(services, scope, result, now));
  services.wakeDispatcher();
}

/** The same for a check: within a verification also its step and the face match that it makes possible. */
export async function recordCheck(check: Check, result: CheckResult): Promise<void> {
  const { services, scope, verification, now } = check;
  if (verification === null) return recordResult(services, scope, result, now);
  const { id: resultId, part, face } = result;
  await recordStep(services, scope, verification, async (current) => {
    const step = { part, resultId, ...result.outcome(current.policy) };
    const match = face === null ? null : await matchFaces(check, current, face);
    return {
      results: match === null ? [step] : [step, match.step],
      statements: [...resultStatements(services, scope, result, now), ...(match?.statements ?? [])],
    };
  });
}

function resultStatements(services: Services, scope: Scope, result: Result, now: number): Statement[] {
  const { id: subjectId, customerRef } = result;
  const event = eventStatements(services.db, scope, { ...result.event, subjectId, customerRef, now });
  return [...result.statements, ...event.statements, addUsage(services.db, scope, now)];
}
