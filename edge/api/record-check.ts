import type { Answer, AppContext } from "../http/context.ts";
import type { Statement } from "../store/batch.ts";
import { insertDuration } from "../store/durations.ts";
import type { StepOutcome } from "../verdicts/step-outcome.ts";
import { fixStep } from "../verdicts/test-references/apply.ts";
import type { Policy } from "../verification/policy.ts";
import type { DocumentTrace, PartName, StepResult } from "../verification/types.ts";
import { eventStatements, type NewEvent } from "../webhooks/outbox.ts";
import { commitAnswer, respond, riding } from "./answer.ts";
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
  /** What the caller is answered. */
  readonly answer: object;
}

/** What a check has to write, and what it means within a verification. */
export interface CheckResult extends Result {
  readonly part: PartName;
  outcome(policy: Policy): StepOutcome;
  /** The document that was looked at, where one was and a verification asks. */
  readonly document: DocumentTrace | null;
  /** A template that the verification's face match may need. */
  readonly face: FreshTemplate | null;
  /** The search for duplicates that the verification's policy asks for. */
  readonly search: ServerStep | null;
}

/** A step's part that the server made of the call by itself, and its row. */
export interface ServerStep {
  readonly step: StepResult;
  readonly statements: readonly Statement[];
}

/**
 * Writes a result, its event and deliveries, its use and its answer under the call's key in one batch, so that nothing
 * exists without the others; answers 200.
 */
export async function recordResult(c: AppContext, result: Result, now: number): Promise<Response> {
  return commitAnswer(c, resultStatements(c, result, now), answerOf(result));
}

/** The same for a check: within a verification also its step and what the server makes of it by itself. */
export async function recordCheck(c: AppContext, check: Check, result: CheckResult): Promise<Response> {
  const { services, scope, verification, now } = check;
  if (verification === null) return recordResult(c, result, now);
  const { id: resultId, part, document, face, search } = result;
  const books = await riding(c, answerOf(result));
  await recordStep(services, scope, verification, async (current) => {
    const outcome = fixStep(check.fixed, result.outcome(current.policy));
    const step = { part, resultId, ...outcome, ...(document && { document }) };
    const match = face === null ? null : await matchFaces(check, current, face);
    const made = [search, match].filter((each) => each !== null);
    return {
      results: [step, ...made.map((each) => each.step)],
      statements: [...resultStatements(c, result, now), ...made.flatMap((each) => each.statements), ...books],
    };
  });
  return respond(c, answerOf(result));
}

const answerOf = ({ id, customerRef, answer }: Result): Answer => ({
  status: 200,
  body: answer,
  subject: { id, customerRef },
});

function resultStatements(c: AppContext, result: Result, now: number): Statement[] {
  const { db, clock } = c.var.services;
  const { scope } = c.var.principal;
  const { id: subjectId, customerRef } = result;
  const event = { ...result.event, subjectId, customerRef, now };
  return [
    ...result.statements,
    insertDuration(db, scope, { resultId: subjectId, startedAt: now, endedAt: clock() }),
    ...eventStatements(db, scope, event).statements,
  ];
}
