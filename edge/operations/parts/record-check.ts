import type { ChangeRecording, Recording } from "../../api/call/recording.ts";
import type { Template } from "../../inference/port.ts";
import type { Scope } from "../../scope.ts";
import type { Services } from "../../services.ts";
import type { Statement } from "../../store/batch.ts";
import { insertDuration } from "../../store/results/durations.ts";
import { fixStep } from "../../verdicts/test-references/apply.ts";
import type { StepResult, Verification } from "../../verification/types.ts";
import { eventStatements, type NewEvent } from "../../webhooks/outbox.ts";
import type { KeptMedia } from "../media/parts/keep.ts";
import { type StepWork, takeResults } from "../verifications/parts/take-results.ts";
import type { Check } from "./open-check.ts";

/** One result, its event, and how long the call has worked on it. */
export interface Result {
  readonly id: string;
  readonly customerRef: string | null;
  readonly event: Pick<NewEvent, "type" | "data">;
  /** The result's row and what must stand or fall with it. */
  readonly statements: readonly Statement[];
}

/** Rows, duration, event and deliveries of a result whose work began at `startedAt`. */
export function resultStatements(
  { db, clock }: Pick<Services, "db" | "clock">,
  scope: Scope,
  { id: subjectId, customerRef, event, statements }: Result,
  startedAt: number,
): Statement[] {
  return [
    ...statements,
    insertDuration(db, scope, { resultId: subjectId, startedAt, endedAt: clock() }),
    ...eventStatements(db, scope, { ...event, subjectId, customerRef, now: startedAt }).statements,
  ];
}

/** What a check has found, and what it means within a verification. */
export interface CheckRecord {
  /** At least one. */
  readonly results: readonly Result[];
  /** What the results mean for the verification's steps; none outside one. */
  readonly steps: readonly StepResult[];
  /** Rows of what the server made of the upload by itself. */
  readonly statements?: readonly Statement[];
  /** Pictures that are kept with the results, and taken back without them. */
  readonly kept?: KeptMedia;
  /** The template that the verification's face match may need, by the id of its result. */
  readonly template?: readonly [resultId: string, template: Template] | undefined;
  /** What the caller is answered; within a verification as it stands then. */
  answer(changed: Verification | null): object;
  readonly undo?: Recording["undo"];
}

/**
 * What a check has to write: each result with its row, event and duration, and within a verification its steps. A person
 * is asked instead where a test reference says so.
 */
export function recordCheck(check: Check, record: CheckRecord): Recording | ChangeRecording {
  const { services, scope, verification, customerRef, now } = check;
  const { results, kept, template } = record;
  const statements = [
    ...results.flatMap((result) => resultStatements(services, scope, result, now)),
    ...(record.statements ?? []),
    ...(kept?.statements ?? []),
  ];
  const undo = async (error: unknown) => {
    await kept?.discard();
    await record.undo?.(error);
  };
  const answerOf = (changed: Verification | null) =>
    ({ status: 200, body: record.answer(changed), subject: { id: results[0]!.id, customerRef } }) as const;
  const common = { statements, undo };
  const [first, ...rest] = record.steps.map((step) => ({ ...step, ...fixStep(check.fixed, step) }));
  if (verification === null || first === undefined) return { ...common, answer: answerOf(null) };
  const templates = new Map(template === undefined ? [] : [template]);
  const work: StepWork = { results: [first, ...rest], templates, now };
  return {
    ...common,
    change: { verification, advance: (current) => takeResults(services, scope, current, work) },
    answer: answerOf,
  };
}
