import { isCredentialId, isSignedId } from "#edge/core/ids.ts";
import { detailsOutcome } from "#edge/verdicts/details/outcome.ts";
import { NUMBER_NOT_READ } from "#edge/verdicts/outcomes/step-outcome.ts";
import { acceptedCredentials } from "#edge/verification/credential-policy.ts";
import type { Measured, MeasuredFraud, MeasuredReading } from "#edge/verification/measured.ts";
import type { Policy } from "#edge/verification/policy.ts";
import type { Outcome, PartName, StepResult } from "#edge/verification/types.ts";
import { MATCH_LEVELS } from "#vocabulary/faces.ts";

/** What a comparison with the expected details finds in a document that shows them so. */
export const COMPARED = {
  expected: { result: "match", isCertain: true },
  nearly: { result: "close", isCertain: true },
  misread: { result: "mismatch", isCertain: false },
  other: { result: "mismatch", isCertain: true },
  unread: { result: "not_read", isCertain: false },
} as const;

/** The policy under which every outcome that the model draws can be measured. Its steps are the same. */
export const measurable = (policy: Policy): Policy => ({
  ...policy,
  min_age: 18,
  on_fraud_suspicious: "review",
  ...(policy.dedupe !== "off" && { dedupe: "decline" }),
});

type Side = MeasuredReading["sides"][number];
const SIDE: Side = { documentType: "passport", rejected: [], hasMrz: true, hasPortrait: true };
const READ: Omit<MeasuredReading, "resultIds" | "details" | "known"> = {
  sides: [SIDE],
  types: null,
  issuingState: "UTO",
  fields: { document_number: "viz", last_name: "viz", date_of_birth: "viz", date_of_expiry: "viz" },
  birthDate: "1974-08-12",
  portrait: 0,
  lacksBarcode: false,
  link: "linked",
  missing: null,
};
const rejectedFor = (code: Side["rejected"][number]["code"]): Partial<MeasuredReading> => ({
  sides: [{ ...SIDE, rejected: [{ gate: "gate", code }] }],
});

/** What a document shows whose reading has the outcome. */
const READINGS: Readonly<Partial<Record<Outcome, Partial<MeasuredReading>>>> = {
  passed: {},
  review: { fields: { document_number: "viz", date_of_birth: "viz" } },
  adverse: { link: "contradicting" },
  retry: rejectedFor("document_expired"),
  capture_quality: rejectedFor("image_too_blurry"),
  failed: { birthDate: "2020-01-01" },
};

const CLEAN: MeasuredFraud = {
  decision: "clean",
  qualityGate: { passed: true },
  requiredMissing: false,
  signals: [],
  deterministicChecks: [],
};
const IMAGES: Readonly<Partial<Record<Outcome, Partial<MeasuredFraud>>>> = {
  passed: {},
  review: { decision: "inconclusive" },
  adverse: { decision: "suspicious" },
  retry: { decision: "inconclusive", requiredMissing: true },
  capture_quality: { decision: "inconclusive", qualityGate: { passed: false } },
  failed: { decision: "fraudulent" },
};

/** What the gallery returns, under `dedupe: decline`. */
const SEARCHES: Readonly<Partial<Record<Outcome, NonNullable<Measured["liveness"]>["search"]>>> = {
  passed: { resultIds: [], found: { match: false, fpirHeld: true } },
  review: { resultIds: [], found: null },
  adverse: { resultIds: [], found: { match: true, fpirHeld: false, isBlocked: false } },
  failed: { resultIds: [], found: { match: true, fpirHeld: true, isBlocked: false } },
};

const SCORES: Readonly<Partial<Record<Outcome, number>>> = { passed: 0.9, adverse: 0.9, failed: 0.1 };

/**
 * A record of a call that comes to these results under the policy, which is `measurable`. `registered`: the
 * registration that counts; absent if the policy compares none.
 */
export function measuredAs(
  results: readonly StepResult[],
  policy: Policy,
  registered: string | null | undefined,
): Measured {
  const of = (part: PartName) => results.find((result) => result.part === part);
  const [ocr, fraud, check, comparison] = [of("ocr"), of("fraud"), of("check"), of("comparison")];
  const search = of("search");
  return {
    ...(ocr !== undefined && {
      reading: {
        ...{ ...READ, ...READINGS[ocr.outcome]!, resultIds: [...ocr.resultIds] },
        ...{ details: detailsAs(of("details"), policy), known: knownAs(of("repeat"), of("listed")) },
      },
    }),
    ...(fraud !== undefined && fraudAs(fraud, ocr, policy)),
    ...(check !== undefined && { liveness: livenessAs(check, search, policy) }),
    // A search for another call's selfie was made before an approval.
    ...(check === undefined && search && { searchAgain: { ...searchAs(search), frame: search.capture } }),
    ...(comparison !== undefined && { comparison: comparisonAs(comparison, policy) }),
    ...(registered !== undefined && {
      registration: registered === null ? null : { id: registered, origin: "approval" as const },
    }),
  };
}

/** What a photo shows, or signed data come to, whose part `fraud` has the outcome. */
function fraudAs(fraud: StepResult, ocr: StepResult | undefined, policy: Policy): Partial<Measured> {
  const { outcome, ofPixels, resultIds } = fraud;
  if (isSignedId(resultIds[0]!)) return { signed: signedAs(fraud, ocr, policy) };
  const found = ofPixels === true || outcome !== "adverse" ? {} : { deterministicChecks: [FAILED_CHECK] };
  return { fraud: { resultIds: [...resultIds], images: [{ ...CLEAN, ...IMAGES[outcome]!, ...found }] } };
}

const FAILED_CHECK = { name: "mrz_composite_checksum", status: "fail" } as const;

function signedAs(
  { outcome, resultIds, lifts }: StepResult,
  ocr: StepResult | undefined,
  policy: Policy,
): NonNullable<Measured["signed"]> {
  const isCredential = isCredentialId(resultIds[0]!);
  const { min_age: over } = policy;
  const age = policy.purpose === "age" ? { over: over!, isReached: ocr?.outcome === "passed" } : null;
  return {
    resultIds: [...resultIds],
    kind: isCredential ? "credential" : "chip",
    outcome: SIGNED[outcome] ?? (isCredential || lifts !== undefined ? "authentic" : "data_authentic"),
    failed: outcome === "adverse" ? ["chip_zone_consistency"] : [],
    strength: 128,
    sameAs: lifts ?? null,
    ...(isCredential && { credential: { kind: acceptedCredentials(policy)[0]!, age } }),
  };
}

const SIGNED: Readonly<Partial<Record<Outcome, "unknown_issuer" | "not_authentic">>> = {
  capture_quality: "unknown_issuer",
  failed: "not_authentic",
};

function detailsAs(details: StepResult | undefined, policy: Policy): MeasuredReading["details"] {
  if (details === undefined) return null;
  const { on_expected_mismatch: rule = "review" } = policy;
  const found = Object.values(COMPARED)
    .map((shown) => ({ field: "last_name" as const, normalised: false, ...shown }))
    .find((compared) => detailsOutcome([compared], rule).outcome === details.outcome)!;
  return { tolerant: [found], exact: [found] };
}

function knownAs(repeat: StepResult | undefined, listed: StepResult | undefined): MeasuredReading["known"] {
  const isUnread = [repeat, listed].some((part) => part?.reason === NUMBER_NOT_READ.reason);
  if (isUnread) return null;
  return { isReused: repeat?.reason != null, isBlocked: listed?.reason != null };
}

const searchAs = ({ outcome, resultIds }: StepResult) => ({
  ...SEARCHES[outcome]!,
  resultIds: [...resultIds],
});

function livenessAs(
  { resultIds, mode, outcome, reason }: StepResult,
  search: StepResult | undefined,
  { liveness_level: level }: Policy,
): Measured["liveness"] {
  const found = search && searchAs(search);
  return {
    ...{ resultIds: [...resultIds], mode: mode!, level, outcome, reason },
    ...(found !== undefined && { search: found }),
  };
}

function comparisonAs(
  { resultIds, capture, outcome }: StepResult,
  { face_match_level: level }: Policy,
): Measured["comparison"] {
  const [reference, frame] = capture.split(" ") as [string, string];
  const score = SCORES[outcome] ?? null;
  return {
    ...{ resultIds: [...resultIds], reference: reference === "none" ? null : reference, frame, score },
    incomparable: score === null ? "face_erased" : null,
    points: [MATCH_LEVELS[0], level].map((each) => ({ level: each, comparisonScore: 0.5 })),
    isCopied: outcome === "adverse",
  };
}
