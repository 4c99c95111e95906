import { ApiError } from "../core/errors.ts";
import type { Statement } from "../store/batch.ts";
import type { Judging } from "../verdicts/replay/document.ts";
import { judgedResults } from "../verdicts/replay/judged.ts";
import { comparisonDue } from "../verification/face-match.ts";
import { applyResults, withRegistration } from "../verification/machine.ts";
import type { Measured, Measurement } from "../verification/measured.ts";
import type { Policy } from "../verification/policy.ts";
import { isAgeOnly } from "../verification/purpose.ts";
import { comparesRegistered } from "../verification/returning.ts";
import type { Verification } from "../verification/types.ts";
import { commit, type Write } from "./commit/commit.ts";
import type { ScopeContext } from "./commit/context.ts";
import type { JudgedParts } from "./commit/inference-use.ts";
import { comparePair } from "./face-match.ts";
import { type FreshResults, NOTHING_FRESH } from "./kept-faces.ts";
import { changeWithRegistration, type Present } from "./registrations/present-registration.ts";
import { registerApproved } from "./registrations/register-approved.ts";
import { NOT_SEARCHED, searchAgain } from "./registrations/search-others.ts";
import { requestEvents } from "./request-checks.ts";
import { completionEvents, verificationWrite } from "./verification-write.ts";

/** What a call measured of a verification, and the name of its document images. */
export type Recorded = Omit<Measurement, "at">;

/** What is written with a call's record, and the registration that its outcomes rest on. */
interface WrittenWith {
  readonly fresh: FreshResults;
  readonly statements: readonly Statement[];
  readonly present: Present;
}

type StepsContext = ScopeContext<"vault" | "inference" | "clock" | "publicUrl" | "serviceKey">;

/**
 * The verification after what a call measured, and the batch that writes it. Outcomes that complete the pair
 * of faces also bring the pair's comparison; an approval by another call than the selfie's brings a new
 * search of the gallery; outcomes that decide also bring `verification.completed` and, after an approval, the
 * registration; those that settle the last step bring the requests of external checks.
 * `verdicts/replay` comes to the same outcomes by the record.
 */
export async function takeSteps(
  ctx: StepsContext,
  before: Verification,
  { fixed, ...recorded }: Recorded & Pick<Judging, "fixed">,
  { fresh, statements, present }: WrittenWith,
): Promise<{ changed: Verification; write: Write }> {
  const { services, scope, now } = ctx;
  const { policy } = before;
  const steps = judgedResults(recorded, { policy, now, fixed });
  const current = withRegistration(before, present.compared?.registrationId ?? null);
  const taken = applyResults(current, steps, now);
  const pair = comparisonDue(taken.verification);
  const known = { fresh, present, now };
  const match = pair === null ? null : await comparePair(services, scope, current, pair, known);
  const judged = match === null ? steps : [...steps, match.step];
  const searched =
    recorded.measured.liveness?.search === undefined
      ? await searchAgain(ctx, applyResults(current, judged, now).verification, known)
      : NOT_SEARCHED;
  const all = searched.found === null ? judged : [...judged, searched.found.step];
  // The comparison and the checks take time: the decision's time is that of the write.
  const at = Math.max(now, services.clock());
  const { verification: changed, completed } = applyResults(current, all, now, at);
  const registering = await registerApproved({ ...ctx, now: at }, changed, present, fresh);
  const compared = {
    ...(match !== null && { comparison: match.measured }),
    ...(searched.found !== null && { searchAgain: searched.found.measured }),
  };
  const measured = withRegistered({ ...recorded.measured, ...compared }, policy, present);
  const write = verificationWrite(ctx, {
    changed,
    kind: "step_result",
    at,
    resultId: steps[0]?.resultIds[0] ?? null,
    audit: registering.audit,
    // Nothing that was measured is kept if only the age is checked.
    ...(!isAgeOnly(before.policy) && { inputs: { at: now, capture: recorded.capture, measured } }),
    statements: [
      ...registering.statements,
      ...statements,
      ...(match?.statements ?? []),
      ...searched.statements,
      ...(completed ? completionEvents(ctx, changed, at) : []),
      ...(await requestEvents(ctx, { before: current, after: changed, fresh: fresh.bodies }, at)),
    ],
  });
  return { changed, write };
}

/** What a call measured, with the registration that counted. */
const withRegistered = (measured: Measured, policy: Policy, { active }: Present): Measured => ({
  ...measured,
  ...(comparesRegistered(policy) && {
    registration: active && { id: active.registrationId, origin: active.origin },
  }),
});

/**
 * Counts a check that failed after a worker had processed its images, as a capture of each part it was to
 * judge.
 */
export async function countFailedCheck(
  ctx: StepsContext,
  { verification, parts, now }: JudgedParts,
): Promise<void> {
  const recorded = { capture: "", measured: { failed: [...parts] }, fixed: null };
  const written = { fresh: NOTHING_FRESH, statements: [] };
  await changeWithRegistration(ctx, verification, async (current, present) => {
    const { write } = await takeSteps({ ...ctx, now }, current, recorded, { ...written, present });
    await commit(ctx, write);
  }).catch((error: unknown) => {
    // Another call has closed the verification, or used up its attempts: nothing is left to count.
    if (!(error instanceof ApiError)) throw error;
  });
}
