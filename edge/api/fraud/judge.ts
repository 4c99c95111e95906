import type { DocumentReading, Forensics } from "../../inference/port.ts";
import { distanceToAnothers } from "../../store/fraud-results.ts";
import type { RequestedDocumentType } from "../../verdicts/document-type.ts";
import { assessFraud, type FraudVerdict } from "../../verdicts/fraud/assess.ts";
import { specimenForensics } from "../../verdicts/test-references/specimen.ts";
import type { Check } from "../check/open.ts";

/** A document's picture, judged, and its perceptual hash where it is kept to be compared. */
export interface JudgedPicture {
  readonly verdict: FraudVerdict;
  readonly fingerprint: Uint8Array | null;
}

/**
 * The fraud verdict on what inference has found in a picture, or on the specimen where a test reference fixes the outcome.
 * Test references share their pictures freely: theirs are neither looked up nor kept.
 */
export async function judgePicture(
  { services, scope, customerRef, fixed, now }: Check,
  found: Forensics,
  documentType: RequestedDocumentType,
  otherSide: DocumentReading | null = null,
): Promise<JudgedPicture> {
  const forensics = fixed === null ? found : specimenForensics(found, fixed.fraud);
  const fingerprint = fixed === null ? forensics.perceptualHash : null;
  const knownImageDistance =
    fingerprint === null || customerRef === null
      ? null
      : await distanceToAnothers(services.db, scope, { customerRef, fingerprint });
  const input = { forensics, documentType, otherSide, knownImageDistance, mode: scope.mode, now };
  return { verdict: assessFraud(input), fingerprint };
}
