import { ApiError } from "../core/errors.ts";
import type { Statement } from "../store/batch.ts";
import { insertMeasurement } from "../store/verifications/measurements.ts";
import { judgedResults } from "../verdicts/replay/judged.ts";
import { comparisonDue } from "../verification/face-match.ts";
import type { Inputs } from "../verification/inputs.ts";
import { applyResults, withRegistration } from "../verification/machine.ts";
import type { Measured, MeasuredComparison, Measurement } from "../verification/measured.ts";
import { isAgeOnly } from "../verification/purpose.ts";
import { comparesRegistered } from "../verification/returning.ts";
import type { StepResult, Verification } from "../verification/types.ts";
import { commit, type Write } from "./commit/commit.ts";
import type { ScopeContext } from "./commit/context.ts";
import type { JudgedParts } from "./commit/inference-use.ts";
import { comparePair } from "./face-match.ts";
import { type FreshResults, NOTHING_FRESH } from "./kept-faces.ts";
import { changeWithRegistration, type Present } from "./registrations/present-registration.ts";
import { registerApproved } from "./registrations/register-approved.ts";
import { requestEvents } from "./request-checks.ts";
import { completionEvents, verificationWrite } from "./verification-write.ts";

/** What a call measured of a verification, and the name of its document images. */
export type Recorded = Omit<Measurement, "at">;

/** What is written with a call's outcomes and record, and the registration that they rest on. */
interface WrittenWith {
  readonly fresh: FreshResults;
  readonly statements: readonly Statement[];
  readonly present: Present;
  readonly recorded: Recorded | undefined;
}

const registeredOf = ({ compared }: Present): string | null => compared?.registrationId ?? null;

type StepsContext = ScopeContext<"vault" | "inference" | "clock">;

/**
 * The verification after a call's outcomes, and the batch that writes it. Outcomes that complete the pair of
 * faces also bring the pair's comparison; outcomes that decide also bring `verification.completed` and, after
 * an approval, the registration; those that settle the last step bring the requests of external checks.
 */
export async function takeSteps(
  ctx: StepsContext,
  before: Verification,
  steps: readonly StepResult[],
  { fresh, statements, present, recorded }: WrittenWith,
): Promise<{ changed: Verification; write: Write }> {
  const { services, scope, now } = ctx;
  const current = withRegistration(before, registeredOf(present));
  const taken = applyResults(current, steps, now);
  const pair = comparisonDue(taken.verification);
  const known = { fresh, present, now };
  const match = pair === null ? null : await comparePair(services, scope, current, pair, known);
  const all = match === null ? steps : [...steps, match.step];
  // The comparison and the checks take time: the decision's time is that of the write.
  const at = Math.max(now, services.clock());
  const { verification: changed, completed } = applyResults(current, all, now, at);
  const registering = await registerApproved({ ...ctx, now: at }, changed, present, fresh);
  const write = verificationWrite(ctx, {
    changed,
    kind: "step_result",
    at,
    resultId: steps[0]?.resultIds[0] ?? null,
    audit: registering.audit,
    ...(!isAgeOnly(before.policy) && { inputs: inputsOf(before, all, present) }),
    statements: [
      ...registering.statements,
      ...statements,
      ...(match?.statements ?? []),
      ...recordOf(ctx, changed, recorded, present, match?.measured),
      ...(completed ? completionEvents(ctx, changed, at) : []),
      ...(await requestEvents(ctx, { before: current, after: changed, fresh: fresh.bodies }, at)),
    ],
  });
  return { changed, write };
}

const inputsOf = ({ policy }: Verification, results: readonly StepResult[], present: Present): Inputs => ({
  results,
  ...(comparesRegistered(policy) && { registered: registeredOf(present) }),
});

/**
 * The record of a call, with the registration that counted and the comparison that it made due; none if only
 * the age is checked.
 */
function recordOf(
  { services, scope, now: at }: StepsContext,
  { id: verificationId, revision, policy }: Verification,
  recorded: Recorded | undefined,
  { active }: Present,
  comparison: MeasuredComparison | undefined,
): Statement[] {
  if (recorded === undefined || isAgeOnly(policy)) return [];
  const registration = active && { id: active.registrationId, origin: active.origin };
  const measured: Measured = {
    ...recorded.measured,
    ...(comparison !== undefined && { comparison }),
    ...(comparesRegistered(policy) && { registration }),
  };
  const row = { verificationId, revision, at, capture: recorded.capture, measured };
  return [insertMeasurement(services.db, scope, row)];
}

/**
 * Counts a check that failed after a worker had processed its images, as a capture of each part it was to
 * judge.
 */
export async function countFailedCheck(
  ctx: StepsContext,
  { verification, parts, now }: JudgedParts,
): Promise<void> {
  const recorded = { capture: "", measured: { failed: [...parts] } };
  const steps = judgedResults(recorded, { policy: verification.policy, now, isFixed: false });
  const written = { fresh: NOTHING_FRESH, statements: [], recorded };
  await changeWithRegistration(ctx, verification, async (current, present) => {
    const { write } = await takeSteps({ ...ctx, now }, current, steps, { ...written, present });
    await commit(ctx, write);
  }).catch((error: unknown) => {
    // Another call has closed the verification, or used up its attempts: nothing is left to count.
    if (!(error instanceof ApiError)) throw error;
  });
}
