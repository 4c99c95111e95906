import { acceptedCredentials } from "../../verification/credential-policy.ts";
import { captureOfPair } from "../../verification/face-match.ts";
import {
  type MeasuredComparison,
  type MeasuredFraud,
  type MeasuredLiveness,
  type MeasuredReading,
  type MeasuredSearch,
  type MeasuredSearchAgain,
  type MeasuredSigned,
  type Measurement,
  NotMeasured,
} from "../../verification/measured.ts";
import { isOff, type Policy } from "../../verification/policy.ts";
import { isAgeOnly } from "../../verification/purpose.ts";
import { comparesRegistered } from "../../verification/returning.ts";
import type { StepResult } from "../../verification/types.ts";
import { isMeasured, matchScore } from "../match/comparison.ts";
import { faceMatchOutcome, incomparable } from "../outcomes/face-match.ts";
import { sidesOutcome } from "../outcomes/sides.ts";
import { ageOutcome, signedOutcome } from "../outcomes/signed.ts";
import { blockedFaceOutcome, faceCounts, type StepOutcome, searchOutcome } from "../outcomes/step-outcome.ts";
import { fixStep } from "../test-references/table.ts";
import { detailsResults, documentOutcomes, type Judging, knownResults } from "./document.ts";

/**
 * The outcomes of a call under a policy: of the call itself, and of any other policy in a replay. Throws
 * `NotMeasured`.
 */
export function judgedResults(
  { capture, measured }: Omit<Measurement, "at">,
  judging: Judging,
): StepResult[] {
  const { failed = [], reading, fraud, liveness, signed } = measured;
  const found = [
    ...(signed === undefined ? [] : signedResults(signed, reading, capture, judging)),
    ...(reading === undefined || signed !== undefined
      ? []
      : readResults(reading, fraud ?? null, capture, judging)),
    ...(fraud === undefined || reading !== undefined
      ? []
      : [fraudResult(fraud, capture, sidesOutcome(fraud.images, judging.policy))]),
    ...(liveness === undefined ? [] : livenessResults(liveness, judging.policy)),
  ];
  return [
    ...failed.map((part): StepResult => ({ ...NOT_PROCESSED, part })),
    ...found.map((result) => ({ ...result, ...fixStep(judging.fixed, result) })),
  ];
}

const NOT_PROCESSED = {
  outcome: "capture_quality",
  reason: "not_processed",
  resultIds: [],
  capture: "",
} as const;

/**
 * Signed data is both parts of a document. If it cannot be judged, both need another capture; if it is not
 * what its issuer signed, nothing of it is read.
 */
function signedResults(
  { resultIds, ...signed }: MeasuredSigned,
  reading: MeasuredReading | undefined,
  capture: string,
  judging: Judging,
): StepResult[] {
  const outcome = signedOutcome(signed, judging.policy);
  const fraud: StepResult = { part: "fraud", resultIds, capture, ...outcome };
  if (outcome.outcome === "capture_quality") return [{ ...fraud, part: "ocr" }, fraud];
  if (reading === undefined) return [fraud];
  if (signed.kind === "chip") return [...readResults(reading, null, capture, judging), fraud];
  return [...credentialResults(signed, reading, capture, judging), fraud];
}

/**
 * A credential may have no portrait: then the comparison says so, and a person must look. Where only the age
 * counts, the issuer's own statement answers, and no date of birth.
 */
function credentialResults(
  { credential }: Pick<MeasuredSigned, "credential">,
  reading: MeasuredReading,
  capture: string,
  judging: Judging,
): StepResult[] {
  const { policy } = judging;
  const { resultIds } = reading;
  // Another request would have asked for other credentials or claims.
  if (credential === undefined || !acceptedCredentials(policy).includes(credential.kind))
    throw new NotMeasured();
  const { age } = credential;
  if (isAgeOnly(policy)) {
    if (age === null || age.over !== policy.min_age) throw new NotMeasured();
    return [{ part: "ocr", resultIds, capture, ...ageOutcome(age) }];
  }
  if (age !== null) throw new NotMeasured();
  return readResults({ ...reading, portrait: 0 }, null, capture, judging);
}

interface Judged {
  readonly resultIds: readonly string[];
  readonly images: readonly MeasuredFraud[];
}

const fraudResult = ({ resultIds }: Judged, capture: string, outcome: StepOutcome): StepResult => ({
  part: "fraud",
  resultIds,
  capture,
  ...outcome,
});

function readResults(
  reading: MeasuredReading,
  judged: Judged | null,
  capture: string,
  judging: Judging,
): StepResult[] {
  const { resultIds } = reading;
  const { read, fraud } = documentOutcomes(reading, judged?.images ?? null, judging);
  return [
    { part: "ocr", resultIds, capture, ...read },
    ...(judged === null ? [] : [fraudResult(judged, capture, fraud!)]),
    ...detailsResults(reading, read, judging).map(
      (each): StepResult => ({ part: "details", resultIds, capture, ...each }),
    ),
    ...knownResults(reading, read, judging).map((each): StepResult => ({ resultIds, capture, ...each })),
  ];
}

/** A search is made of a face that counts, if the policy requires one. */
function livenessResults(
  { resultIds, mode, level, outcome, reason, search }: MeasuredLiveness,
  policy: Policy,
): StepResult[] {
  if (level !== policy.liveness_level) throw new NotMeasured();
  const capture = resultIds[0]!;
  const check: StepResult = { part: "check", resultIds, capture, mode, outcome, reason };
  const isSearched = policy.dedupe !== "off" && faceCounts({ outcome });
  if (!isSearched) return [check];
  if (search === undefined) throw new NotMeasured();
  return [check, searchResult({ ...search, frame: capture }, policy)];
}

/** The outcome of a search for the selfie's face. */
export const searchResult = (
  { resultIds, frame, found }: MeasuredSearchAgain,
  policy: Policy,
): StepResult => ({ part: "search", resultIds, capture: frame, ...foundOutcome(found, policy) });

/** A blocked face takes precedence over a duplicate. */
function foundOutcome(found: MeasuredSearch["found"], policy: Policy): StepOutcome {
  const readsBlocks = found?.match === true && !isOff(policy.block_list);
  if (!readsBlocks) return searchOutcome(found, policy.dedupe);
  if (found.isBlocked === undefined) throw new NotMeasured();
  return found.isBlocked
    ? blockedFaceOutcome(policy.block_list, found.fpirHeld)
    : searchOutcome(found, policy.dedupe);
}

/** The outcome of a comparison at the policy's level, with the face that the policy compares. */
export function comparisonResult(measured: MeasuredComparison, policy: Policy): StepResult {
  const { resultIds, score, points, isCopied } = measured;
  const level = policy.face_match_level;
  const against = comparesRegistered(policy) ? "registered" : "portrait";
  const reason = measured.incomparable ?? (isMeasured(points, level) ? null : "level_not_measured");
  const outcome: StepOutcome =
    reason === null
      ? faceMatchOutcome(matchScore(score!, points, level), isCopied, against)
      : incomparable(reason, against);
  return { part: "comparison", resultIds, capture: captureOfPair(measured), ...outcome };
}
