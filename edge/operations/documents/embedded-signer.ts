import { type Certificate, countryOf, readCertificate, referenceOf } from "../../credentials/certificate.ts";
import { MalformedCredentialError } from "../../credentials/errors.ts";
import { sha256Hex } from "../../crypto/hashing.ts";
import { findAnchors } from "../../store/trust-anchors.ts";
import type { Seal } from "../../verdicts/barcode/seals/seal.ts";
import type { Check } from "../checks.ts";
import { cscaIssuer } from "../trust/csca-issuer.ts";

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
  check: Pick<Check, "services" | "scope" | "call">,
  { embedded, certificate: reference }: Seal,
): Promise<Signer | null> {
  const read = embedded === null ? null : readable(embedded);
  if (embedded === null || read === null || referenceOf(read) !== reference) return null;
  const [known] = await findAnchors(check.services.db, check.scope.mode, [await sha256Hex(embedded)]);
  if (known !== undefined && (known.removedAt !== null || known.recalledAt !== null)) return null;
  const { x509, authorityKeyId: keyId } = read;
  const { anchor } = await cscaIssuer(check, embedded, { keyId, country: countryOf(x509.issuer) });
  if (anchor === null) return null;
  return {
    certificate: embedded,
    sha256: anchor.sha256,
    country: anchor.country,
    validFrom: Math.max(anchor.validFrom, Date.parse(x509.validFrom)),
    validTo: Math.min(anchor.validTo, Date.parse(x509.validTo)),
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
