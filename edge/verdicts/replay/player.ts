import type { Mode } from "../../core/scope.ts";
import { captureOfPair, comparisonDue } from "../../verification/face-match.ts";
import {
  applyResults,
  assertAccepts,
  assertStrongEnough,
  assertTakes,
  withRegistration,
} from "../../verification/machine.ts";
import { type Measured, type Measurement, NotMeasured } from "../../verification/measured.ts";
import type { Policy } from "../../verification/policy.ts";
import { comparesRegistered, countsAs } from "../../verification/returning.ts";
import type { PartName, Verification } from "../../verification/types.ts";
import { type FixedOutcome, testReference } from "../test-references/table.ts";
import { comparisonResult, judgedResults, searchResult } from "./judged.ts";

/** What the outcomes of a verification's calls depend on beside their records. */
export interface Circumstances {
  /** The policy that the calls were made under. */
  readonly used: Policy;
  readonly fixed: FixedOutcome | null;
  /** All comparisons that were made, by their pairs. */
  readonly comparisons: ReadonlyMap<string, NonNullable<Measured["comparison"]>>;
}

export const circumstancesOf = (
  mode: Mode,
  { customerRef, policy: used }: Pick<Verification, "customerRef" | "policy">,
  measurements: readonly Pick<Measurement, "measured">[],
): Circumstances => ({
  used,
  fixed: testReference(mode, customerRef)?.outcome ?? null,
  comparisons: new Map(
    measurements.flatMap(({ measured: { comparison } }) =>
      comparison === undefined ? [] : [[captureOfPair(comparison), comparison] as const],
    ),
  ),
});

/**
 * The verification after a call that measured this, as `takeSteps` decides it, under the verification's own
 * policy. Throws as the API rejects a call, and `NotMeasured`.
 */
export function playCall(
  current: Verification,
  call: Measurement,
  { used, fixed, comparisons }: Circumstances,
  writtenAt = call.at,
): Verification {
  const { at, measured } = call;
  const { policy } = current;
  // As a check does before it measures anything.
  for (const part of partsOf(measured)) assertTakes(current, part, at);
  const isOfDocument = [measured.signed, measured.reading, measured.fraud].some((each) => each !== undefined);
  if (isOfDocument) assertAccepts(current, measured.signed?.kind ?? "picture");
  if (measured.liveness !== undefined) assertStrongEnough(current, measured.liveness.mode);
  const before = withRegistration(current, registeredUnder(policy, used, measured));
  const results = judgedResults(call, { policy, now: at, fixed });
  const taken = applyResults(before, results, at, writtenAt).verification;
  const pair = comparisonDue(taken);
  const compared = pair === null ? null : comparisons.get(captureOfPair(pair));
  if (compared === undefined) throw new NotMeasured();
  const all = compared === null ? results : [...results, comparisonResult(compared, policy)];
  const judged = applyResults(before, all, at, writtenAt).verification;
  const { searchAgain } = measured;
  const isSearched = judged.decision === "approved" && policy.dedupe !== "off";
  if (!isSearched || searchAgain === undefined) return judged;
  return applyResults(before, [...all, searchResult(searchAgain, policy)], at, writtenAt).verification;
}

/**
 * The registration that counts under a policy; null for none. Throws `NotMeasured` if the API would have
 * created no verification under it: the registration only counted under the policy that was used.
 */
function registeredUnder(policy: Policy, used: Policy, { registration }: Measured): string | null {
  if (!comparesRegistered(policy) || registration == null) return null;
  if (countsAs(registration.origin, policy)) return registration.id;
  if (countsAs(registration.origin, used)) throw new NotMeasured();
  return null;
}

const partsOf = ({ failed = [], reading, fraud, signed, liveness }: Measured): readonly PartName[] => [
  ...failed,
  // Data that its issuer did not sign are not read: they settle this part alone.
  ...(signed === undefined ? [] : ["fraud" as const]),
  ...(reading === undefined ? [] : ["ocr" as const]),
  ...(fraud === undefined ? [] : ["fraud" as const]),
  ...(liveness === undefined ? [] : ["check" as const]),
];
