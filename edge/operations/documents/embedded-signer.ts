import { attribute, type Certificate, readCertificate } from "../../credentials/certificate.ts";
import { MalformedCredentialError } from "../../credentials/errors.ts";
import { sha256Hex } from "../../crypto/hashing.ts";
import { findAnchors, findIssuers } from "../../store/trust-anchors.ts";
import type { Seal } from "../../verdicts/barcode/seals/seal.ts";
import type { Check } from "../checks.ts";

/** The certificate of a seal's signer, and the trust anchor that it rests on. Times: ms since the epoch. */
export interface Signer {
  /** X.509, DER. */
  readonly certificate: Uint8Array;
  /** SHA-256 of the trust anchor, in hex. */
  readonly sha256: string;
  /** ISO 3166 alpha-2 of the trust anchor; null if it names none. */
  readonly country: string | null;
  readonly validFrom: number;
  readonly validTo: number;
  /** Whether a CA that the operator named signed the certificate. */
  readonly isChained: boolean;
}

/** Bytes of a certificate that inference takes. */
const MOST_BYTES = 8 * 1024;

/**
 * The signer whose certificate is in a seal, if it is the one that the seal names and a CSCA among the trust
 * anchors issued it; else null. A certificate that the operator removed or recalled does not come back.
 */
export async function embeddedSigner(
  { services: { db, inference }, scope: { mode }, call }: Pick<Check, "services" | "scope" | "call">,
  { embedded, certificate: reference }: Seal,
): Promise<Signer | null> {
  const read = embedded === null ? null : readable(embedded);
  if (embedded === null || read === null || referenceOf(read) !== reference) return null;
  const [known] = await findAnchors(db, mode, [await sha256Hex(embedded)]);
  if (known !== undefined && (known.removedAt !== null || known.recalledAt !== null)) return null;
  const { x509, authorityKeyId: keyId } = read;
  const country = attribute(x509.issuer, "C")?.toUpperCase() ?? null;
  const candidates = await findIssuers(db, { mode, kind: "csca", keyId, country });
  if (candidates.length === 0) return null;
  const certificates = candidates.map((each) => each.certificate);
  const made = await inference.findIssuer(embedded, certificates, call.inferenceUse);
  if (made === null) return null;
  const issuer = candidates[made]!;
  return {
    certificate: embedded,
    sha256: issuer.sha256,
    country: issuer.country,
    validFrom: Math.max(issuer.validFrom, Date.parse(x509.validFrom)),
    validTo: Math.min(issuer.validTo, Date.parse(x509.validTo)),
    isChained: true,
  };
}

function readable(der: Uint8Array): Certificate | null {
  if (der.length > MOST_BYTES) return null;
  try {
    return readCertificate(der);
  } catch (error) {
    if (error instanceof MalformedCredentialError) return null;
    throw error;
  }
}

/** How a seal names its signer: by the last five bytes of the certificate's SHA-1. */
const referenceOf = ({ x509 }: Certificate): string => x509.fingerprint.replaceAll(":", "").slice(-10);
