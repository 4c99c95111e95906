import type { DocumentReading, Forensics, InferencePort } from "../../inference/port.ts";
import {
  firstSending,
  insertFraudResult,
  nearestOfAnothers,
  onlyIfFirst,
} from "../../store/results/fraud-results.ts";
import { assessFraud, type FraudVerdict } from "../../verdicts/fraud/assess.ts";
import { isSameImage, NEAR_DUPLICATE_BITS } from "../../verdicts/fraud/checks/document-checks.ts";
import { isSameHolder } from "../../verdicts/match/comparison.ts";
import type { RequestedDocumentType } from "../../verdicts/ocr/detected-type.ts";
import { specimenForensics } from "../../verdicts/test-references/specimen.ts";
import { isAgeOnly } from "../../verification/purpose.ts";
import { besideOf, type Check, type ResultRows } from "../checks.ts";

/** The verdict on a document's image, and the image's perceptual hash if it is kept for comparisons. */
export interface JudgedImage {
  readonly verdict: FraudVerdict;
  readonly fingerprint: Uint8Array | null;
  /** Id of another end user's result with the same image; null if none is known. */
  readonly duplicateOf: string | null;
  /** Whether no end user is known to have sent the image before, this one included. */
  readonly isFirst: boolean;
}

/**
 * The fraud verdict on inference's findings in an image, or on the specimen if a test reference fixes the
 * outcome. A hash is kept only for comparisons, and with a reference, so that the person's erasure finds it.
 * Test references share their images: their hashes are neither looked up nor kept. If only the age is
 * checked, the hash is looked up and not kept.
 */
export async function judgeImage(
  { services, scope, verification, customerRef, fixed, now }: Check,
  found: Forensics,
  documentType: RequestedDocumentType,
  otherSide: DocumentReading | null = null,
): Promise<JudgedImage> {
  const forensics = fixed === null ? found : specimenForensics(found, fixed.fraud);
  const isCompared = fixed === null && customerRef !== null;
  const fingerprint = isCompared ? forensics.perceptualHash : null;
  const image = isCompared && fingerprint !== null ? { customerRef, fingerprint } : null;
  // Of several senders of one image the first is not blamed: once a result of theirs has it, only images from
  // before that result count against them.
  const first = image && (await firstSending(services.db, scope, image, NEAR_DUPLICATE_BITS));
  const nearest = image && (await nearestOfAnothers(services.db, scope, image, first));
  const knownImageDistance = isCompared ? (nearest?.distance ?? Number.POSITIVE_INFINITY) : null;
  const sameHolder = await sameHolders(services.inference, forensics.reading);
  const input = { forensics, documentType, otherSide, knownImageDistance, sameHolder, mode: scope.mode, now };
  const duplicateOf = nearest !== null && isSameImage(nearest.distance) ? nearest.id : null;
  const isFirst = image !== null && first === null && duplicateOf === null;
  const kept = verification !== null && isAgeOnly(verification.policy) ? null : fingerprint;
  return { verdict: assessFraud(input), fingerprint: kept, duplicateOf, isFirst: isFirst && kept !== null };
}

/** Reads the model bundle's version only if there is something to compare. */
async function sameHolders(
  inference: InferencePort,
  { otherFaces }: DocumentReading,
): Promise<(boolean | null)[]> {
  const compared = otherFaces.flatMap(({ comparison }) => comparison ?? []);
  if (compared.length === 0) return [];
  const bundle = await inference.bundle();
  return compared.map((comparison) => isSameHolder(comparison, bundle));
}

/** A fraud result before it is written. */
interface FraudResult {
  readonly result: ResultRows;
  /** The body for a secret key. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** The row, the event and the answer of a judged image of a document. `fingerprint`: null keeps no hash. */
export function fraudResult(
  check: Check,
  { id, verdict, isFirst, ...image }: JudgedImage & { readonly id: string },
): FraudResult {
  const { services, scope, customerRef } = check;
  const body = toBody(id, verdict, check);
  const row = toRow(id, verdict, body, image, check);
  return {
    result: {
      id,
      customerRef,
      event: { type: "fraud.signal_detected", data: body },
      statements: [
        insertFraudResult(services.db, scope, row),
        ...(isFirst ? [onlyFirst(check, image.fingerprint!)] : []),
      ],
    },
    body,
  };
}

/** Rolls the batch back if a call that ran beside this one has sent the image for another end user. */
function onlyFirst({ services, scope, customerRef, now }: Check, fingerprint: Uint8Array) {
  const image = { customerRef: customerRef!, fingerprint };
  return onlyIfFirst(services.db, scope, image, NEAR_DUPLICATE_BITS, besideOf("fraud", now));
}

function toBody(id: string, verdict: FraudVerdict, { customerRef, verification, scope }: Check) {
  return {
    fc_id: id,
    decision: verdict.decision,
    is_fraudulent: verdict.isFraudulent,
    overall_score: verdict.overallScore,
    thresholds: verdict.thresholds,
    quality_gate: verdict.qualityGate,
    signals: verdict.signals.map(({ modelVersion, ...signal }) => ({
      ...signal,
      model_version: modelVersion,
    })),
    deterministic_checks: verdict.deterministicChecks,
    authenticity_missing: verdict.authenticityMissing,
    document_type: verdict.documentType,
    record_kind: "canonical",
    evidence_available: true,
    customer_ref: customerRef,
    verification_id: verification?.id ?? null,
    mode: scope.mode,
  };
}

function toRow(
  id: string,
  verdict: FraudVerdict,
  body: Record<string, unknown>,
  image: Pick<JudgedImage, "fingerprint" | "duplicateOf">,
  { customerRef, verification, now }: Check,
) {
  return {
    id,
    verificationId: verification?.id ?? null,
    customerRef,
    createdAt: now,
    recordKind: "canonical",
    decision: verdict.decision,
    isFraudulent: verdict.isFraudulent,
    overallScore: verdict.overallScore,
    thresholdSuspicious: verdict.thresholds.suspicious,
    thresholdFraudulent: verdict.thresholds.fraudulent,
    criticalFailed: verdict.criticalFailed,
    majorFailed: verdict.majorFailed,
    requiredMissing: verdict.requiredMissing,
    authenticityMissing: verdict.authenticityMissing,
    ...image,
    body,
  } as const;
}
