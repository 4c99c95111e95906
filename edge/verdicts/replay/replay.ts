import type { Decision } from "../../../vocabulary/verifications.ts";
import { ApiError } from "../../core/errors.ts";
import type { Mode } from "../../core/scope.ts";
import { captureOfPair, comparisonDue } from "../../verification/face-match.ts";
import {
  applyResults,
  assertAccepts,
  assertStrongEnough,
  assertTakes,
  expireIfDue,
  newVerification,
  withRegistration,
} from "../../verification/machine.ts";
import { type Measurement, NotMeasured } from "../../verification/measured.ts";
import { type Policy, withExpected } from "../../verification/policy.ts";
import { comparesRegistered, countsAs } from "../../verification/returning.ts";
import type { PartName, StepResult, Verification } from "../../verification/types.ts";
import { fixStep, testReference } from "../test-references/table.ts";
import { withAnswers } from "./external-answers.ts";
import { comparisonResult, judgedResults } from "./judged.ts";

/** A decided verification, and what its calls measured, oldest first. */
interface Recorded {
  readonly mode: Mode;
  readonly verification: Verification;
  readonly measurements: readonly Measurement[];
}

/**
 * Where the same calls lead under a policy. `open`: another capture would have been needed. `expired`: a call
 * came after the end of the verification.
 */
interface Replayed {
  readonly outcome: Decision | "open" | "expired";
  /** The codes of the decision's reasons, each once. */
  readonly codes: readonly string[];
}

/**
 * Plays the recorded calls to a new verification under a policy, with the rules of today. A call that the
 * verification would have rejected changes nothing, as in the API. Throws `NotMeasured` if the policy asks
 * for something that no call measured.
 */
function replay({ mode, verification, measurements }: Recorded, given: Policy): Replayed {
  const { id, customerRef, createdAt, expected } = verification;
  const fixed = testReference(mode, customerRef)?.outcome ?? null;
  const policy = expected === null ? given : withExpected(given);
  // The selfie was compared with no registered face.
  if (comparesRegistered(policy) && !comparesRegistered(verification.policy)) throw new NotMeasured();
  const comparisons = comparisonsOf(measurements);
  let played = newVerification(id, customerRef, policy, createdAt, { expected });
  let last = createdAt;
  for (const { at, ...recorded } of measurements) {
    // External checks would have been requested earlier, and answered about other captures.
    if (played.checks !== null) throw new NotMeasured();
    last = Math.max(last, at);
    const registered = registeredUnder(policy, verification.policy, recorded.measured);
    played = take(played, { at, ...recorded }, { registered, comparisons }, () =>
      judgedResults(recorded, { policy, now: at, isFixed: fixed !== null }).map((step) => ({
        ...step,
        ...fixStep(fixed, step),
      })),
    );
  }
  const { status, decision, decisionReasons } = withAnswers(expireIfDue(played, last), verification);
  return {
    outcome: decision ?? (status === "expired" ? status : "open"),
    codes: [...new Set(decisionReasons.map(({ code }) => code))],
  };
}

type Comparisons = ReadonlyMap<string, NonNullable<Measurement["measured"]["comparison"]>>;

/** The registration that counts for a call, and all comparisons by their pairs. */
interface Faces {
  readonly registered: string | null;
  readonly comparisons: Comparisons;
}

/**
 * The registration that counts under a policy; null for none. Throws `NotMeasured` if the API would have
 * created no verification under it: the registration only counted under the policy that was used.
 */
function registeredUnder(
  policy: Policy,
  used: Policy,
  { registration }: Measurement["measured"],
): string | null {
  if (!comparesRegistered(policy) || registration == null) return null;
  if (countsAs(registration.origin, policy)) return registration.id;
  if (countsAs(registration.origin, used)) throw new NotMeasured();
  return null;
}

const comparisonsOf = (measurements: readonly Measurement[]): Comparisons =>
  new Map(
    measurements.flatMap(({ measured: { comparison } }) =>
      comparison === undefined ? [] : [[captureOfPair(comparison), comparison] as const],
    ),
  );

const partsOf = ({
  failed = [],
  reading,
  fraud,
  signed,
  liveness,
}: Measurement["measured"]): readonly PartName[] => [
  ...failed,
  ...(signed === undefined ? [] : (["ocr", "fraud"] as const)),
  ...(reading === undefined ? [] : ["ocr" as const]),
  ...(fraud === undefined ? [] : ["fraud" as const]),
  ...(liveness === undefined ? [] : ["check" as const]),
];

/** The verification after one call, as `commitCheck` writes it; unchanged if the call is rejected. */
function take(
  current: Verification,
  { at, measured }: Measurement,
  { registered, comparisons }: Faces,
  judge: () => readonly StepResult[],
): Verification {
  try {
    // As a check does before it measures anything.
    for (const part of partsOf(measured)) assertTakes(current, part, at);
    const isOfDocument = [measured.signed, measured.reading, measured.fraud].some(
      (each) => each !== undefined,
    );
    if (isOfDocument) assertAccepts(current, measured.signed?.kind ?? "picture");
    if (measured.liveness !== undefined) assertStrongEnough(current, measured.liveness.mode);
    const results = judge();
    const before = withRegistration(current, registered);
    const taken = applyResults(before, results, at).verification;
    const pair = comparisonDue(taken);
    if (pair === null) return taken;
    const compared = comparisons.get(captureOfPair(pair));
    if (compared === undefined) throw new NotMeasured();
    return applyResults(before, [...results, comparisonResult(compared, current.policy)], at).verification;
  } catch (error) {
    if (error instanceof ApiError) return current;
    throw error;
  }
}

/** Why a decision is left out of a replay. */
export const LEFT_OUT = ["not_measured", "not_recorded", "rules_changed"] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** What a policy changes in one decision. */
export interface Compared {
  readonly from: Decision;
  readonly to: Replayed["outcome"];
  /** Codes of reasons that only the decision under the policy has, and that only the original has. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/**
 * The decision beside the same calls under another policy, or why they cannot be compared. Before a reviewer
 * ruled, the decision was `review`, or `declined` if the person contested it. The calls are replayed under
 * their own policy first: if that is not the decision that was made, the rules have changed since, and the
 * difference would not be the policy's.
 */
export function compareDecision(recorded: Recorded, policy: Policy): Compared | LeftOut {
  const { verification, measurements } = recorded;
  if (measurements.length === 0) return "not_recorded";
  const own = replayed(recorded, verification.policy);
  if (own === null || !isAsDecided(own, verification)) return "rules_changed";
  const other = replayed(recorded, policy);
  if (other === null) return "not_measured";
  return {
    from: own.outcome as Decision,
    to: other.outcome,
    added: other.codes.filter((code) => !own.codes.includes(code)),
    removed: own.codes.filter((code) => !other.codes.includes(code)),
  };
}

function isAsDecided({ outcome, codes }: Replayed, verification: Verification): boolean {
  const { decision, decisionReasons, reviewedAt, contestedAt } = verification;
  if (reviewedAt !== null) return outcome === (contestedAt === null ? "review" : "declined");
  const made = new Set(decisionReasons.map(({ code }) => code));
  return outcome === decision && codes.length === made.size && codes.every((code) => made.has(code));
}

/** Null if something was not measured. */
function replayed(recorded: Recorded, policy: Policy): Replayed | null {
  try {
    return replay(recorded, policy);
  } catch (error) {
    if (error instanceof NotMeasured) return null;
    throw error;
  }
}
