import type { Template } from "../../inference/port.ts";
import { isUncertain } from "../../outage.ts";
import type { Scope } from "../../scope.ts";
import type { Statement } from "../../store/batch.ts";
import { countCall } from "../../store/results/tallies.ts";
import { fixStep } from "../../verdicts/test-references/apply.ts";
import type { StepResult, Verification } from "../../verification/types.ts";
import { eventStatements, type NewEvent } from "../../webhooks/outbox.ts";
import { commitResult } from "../commit/commit.ts";
import type { Services } from "../commit/context.ts";
import type { Answer } from "../commit/pending-call.ts";
import type { KeptMedia } from "../media/parts/keep.ts";
import { changeVerification } from "./change-verification.ts";
import type { Check } from "./open-check.ts";
import { takeResults } from "./take-results.ts";

/** The result of a check for its caller. */
export interface CheckResult {
  readonly id: string;
  readonly customerRef: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** The body for a secret key. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** One result before it is written, and its event. */
export interface ResultRows {
  readonly id: string;
  readonly customerRef: string | null;
  readonly event: Pick<NewEvent, "type" | "data">;
  /** The result's row and all rows that must be written with it. */
  readonly statements: readonly Statement[];
}

/** The statements of a result whose work began at `startedAt`: rows, duration, event and deliveries. */
export function resultStatements(
  { db, clock }: Services<"clock">,
  scope: Scope,
  { id: subjectId, customerRef, event, statements }: ResultRows,
  startedAt: number,
): Statement[] {
  return [
    ...statements,
    countCall(db, scope, { resultId: subjectId, startedAt, endedAt: clock() }),
    ...eventStatements(db, scope, { ...event, subjectId, customerRef, now: startedAt }).statements,
  ];
}

/** The findings of a check, and their meaning within a verification. */
interface CheckRecord<Result> {
  readonly results: readonly ResultRows[];
  /** The outcomes for the verification's steps; empty outside a verification. */
  readonly steps: readonly StepResult[];
  /** Rows of the server's own work on the upload. */
  readonly statements?: readonly Statement[];
  /** Pictures that are kept with the results, and taken back when the results cannot be written. */
  readonly kept: KeptMedia;
  /** A template for the verification's face match, by the id of its result. */
  readonly template?: readonly [resultId: string, template: Template] | undefined;
  /** The check's answer; `changed` is the verification after the check, null outside one. */
  result(changed: Verification | null): Result;
}

/**
 * Writes the findings of a check: each result with its row, event and duration, and within a verification its
 * steps. A test reference may send the check to a person instead. Kept pictures are taken back when the write
 * fails; where that is not certain, the sweep decides an hour later.
 */
export async function recordCheck<Result>(
  check: Check<Result>,
  record: CheckRecord<Result>,
): Promise<Answer> {
  try {
    return await writeCheck(check, record);
  } catch (error) {
    // A batch that was given up may still be committed, and its result shows these pictures.
    if (!isUncertain(error)) await record.kept.discard();
    throw error;
  }
}

function writeCheck<Result>(check: Check<Result>, record: CheckRecord<Result>): Promise<Answer> {
  const { services, scope, verification, now } = check;
  const { results, kept, template, result } = record;
  const statements = [
    ...results.flatMap((rows) => resultStatements(services, scope, rows, now)),
    ...(record.statements ?? []),
    ...kept.statements,
  ];
  const [first, ...rest] = record.steps.map((step) => ({ ...step, ...fixStep(check.fixed, step) }));
  if (verification === null || first === undefined) return commitResult(check, { statements }, result(null));
  const templates = new Map(template === undefined ? [] : [template]);
  const work = { results: [first, ...rest], templates } as const;
  return changeVerification(check, {
    verification,
    advance: (current) => takeResults(check, current, work),
    statements,
    write: (batch, changed) => commitResult(check, batch, result(changed)),
  });
}
