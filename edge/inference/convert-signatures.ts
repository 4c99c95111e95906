import type { SealVerification } from "../../proto/gen/selfsame/inference/v1/signature_service_pb.js";
import { MalformedAnswerError } from "./numbers.ts";
import type { SignedSeal } from "./barcode.ts";

/**
 * For each seal the index of the certificate that made its signature, or null. Throws `MalformedAnswerError`
 * for another number of answers, and for a certificate that was not sent.
 */
export function toSigners(
  verifications: readonly SealVerification[],
  seals: readonly SignedSeal[],
): (number | null)[] {
  if (verifications.length !== seals.length)
    throw new MalformedAnswerError("verifications are not the seals'");
  return verifications.map(({ certificate }, i) => {
    if (certificate === undefined) return null;
    if (certificate >= seals[i]!.certificates.length)
      throw new MalformedAnswerError("verification.certificate is none of the seal's");
    return certificate;
  });
}
