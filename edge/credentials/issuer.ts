import { X509Certificate } from "node:crypto";
import type { CredentialKind } from "../../vocabulary/credentials.ts";
import { sha256Hex } from "../crypto/hashing.ts";
import type { EcKey } from "./ec-key.ts";
import { assertForm, MalformedCredentialError } from "./errors.ts";

/** A trust anchor that may vouch for a credential. Times are milliseconds since the epoch. */
export interface IssuerAnchor {
  readonly sha256: string;
  /** X.509, DER. */
  readonly certificate: Uint8Array;
  /** ISO 3166 alpha-2; null if it names none. */
  readonly country: string | null;
  readonly validFrom: number;
  readonly validTo: number;
}

/** The certificate that signed a credential, and what vouches for it. */
export interface Issuer {
  /** ISO 3166 alpha-2 of the signer's certificate; null if it names none. */
  readonly country: string | null;
  readonly commonName: string | null;
  /** The signer's public key; null if it is of no curve that is verified here. */
  readonly key: EcKey | null;
  /** The signer's validity, for the time of its signature. */
  readonly validFrom: number;
  readonly validTo: number;
  /** Null if no trust anchor signed the chain. */
  readonly anchor: IssuerAnchor | null;
}

/** A signer, perhaps one CA between, and never more: ISO/IEC 18013-5 has none between. */
const MAX_CHAIN = 3;

/** Extended key usages that say: signs mobile documents. A certificate without any may sign SD-JWTs. */
const DOCUMENT_SIGNER = {
  mdl: ["1.0.18013.5.1.2"],
  photo_id: ["1.0.18013.5.1.2", "1.0.23220.4.1.2"],
  pid: ["1.0.18013.5.1.2", "1.0.23220.4.1.2"],
  age: ["1.0.18013.5.1.2", "1.0.23220.4.1.2"],
} as const satisfies Record<CredentialKind, readonly string[]>;
/** Kinds whose rulebooks prescribe no extended key usage: one that is there must still fit. */
const WITHOUT_USAGE: readonly CredentialKind[] = ["pid", "age"];

/**
 * The signer of a chain of certificates (DER, the signer first), and the trust anchor that signed its last
 * one or is the signer itself. Anchors are tried by key: names do not decide, since link certificates share
 * them. A chain whose certificates do not sign one another, or whose signer may not sign documents of the
 * kind, has no anchor. Throws `MalformedCredentialError` for what is no certificate.
 */
export async function readIssuer(
  chain: readonly Uint8Array[],
  kind: CredentialKind,
  { anchors, now }: { readonly anchors: readonly IssuerAnchor[]; readonly now: number },
): Promise<Issuer> {
  assertForm(chain.length > 0 && chain.length <= MAX_CHAIN, "the chain of certificates is too long");
  const certificates = chain.map(opened);
  const [signer] = certificates as [X509Certificate];
  const isWhole = certificates.every((each, i) => {
    const above = certificates[i + 1];
    return above === undefined || (above.ca && isWithin(above, now) && isSignedBy(each, above));
  });
  const sha256 = await sha256Hex(chain[0]!);
  const usable = isWhole && maySign(signer, kind) && isWithin(signer, now);
  const anchor = usable
    ? anchors
        .filter(({ validFrom, validTo }) => validFrom <= now && now <= validTo)
        .find((each) => each.sha256 === sha256 || isSignedBy(certificates.at(-1)!, opened(each.certificate)))
    : undefined;
  return {
    country: attribute(signer.subject, "C")?.toUpperCase() ?? null,
    commonName: attribute(signer.subject, "CN"),
    key: keyOf(signer),
    validFrom: Date.parse(signer.validFrom),
    validTo: Date.parse(signer.validTo),
    anchor: anchor ?? null,
  };
}

/** Throws `MalformedCredentialError`. */
function opened(der: Uint8Array): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch (error) {
    throw new MalformedCredentialError("a certificate cannot be read", { cause: error });
  }
}

/** workerd has no key of a brainpool curve: null. Such a signer verifies nothing here. */
function keyOf(certificate: X509Certificate): EcKey | null {
  try {
    return certificate.publicKey.export({ format: "jwk" }) as EcKey;
  } catch {
    return null;
  }
}

function isSignedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.issuer === issuer.subject && certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

const isWithin = ({ validFrom, validTo }: X509Certificate, now: number) =>
  Date.parse(validFrom) <= now && now <= Date.parse(validTo);

function maySign({ keyUsage, ca }: X509Certificate, kind: CredentialKind): boolean {
  // Node's name for the extended key usages.
  const usages = keyUsage as unknown as readonly string[] | undefined;
  if (ca) return false;
  if (usages === undefined || usages.length === 0) return WITHOUT_USAGE.includes(kind);
  return usages.some((usage) => (DOCUMENT_SIGNER[kind] as readonly string[]).includes(usage));
}

const attribute = (name: string | undefined, type: string): string | null =>
  name
    ?.split("\n")
    .find((line) => line.startsWith(`${type}=`))
    ?.slice(type.length + 1) ?? null;
