import type { CredentialKind } from "../../vocabulary/credentials.ts";
import { sha256Hex } from "../crypto/hashing.ts";
import { attribute, type Certificate, countryOf, readCertificate } from "./certificate.ts";
import type { EcKey } from "./ec-key.ts";
import { assertForm, MalformedCredentialError, UnsupportedAlgorithmError } from "./errors.ts";

/** A trust anchor that may vouch for a credential. Times are milliseconds since the epoch. */
interface IssuerAnchor {
  readonly sha256: string;
  /** X.509, DER. */
  readonly certificate: Uint8Array;
  /** ISO 3166 alpha-2; null if it names none. */
  readonly country: string | null;
  /** In hex; null without that extension. */
  readonly subjectKeyId: string | null;
  readonly validFrom: number;
  readonly validTo: number;
}

/** What a trust store finds the anchors of a chain by. */
interface ChainEnd {
  readonly kind: CredentialKind;
  /** Of the signer's certificate, which may be an anchor itself, in hex. */
  readonly sha256: string;
  /** The key that the last certificate names as its issuer's, in hex; null if it names none. */
  readonly keyId: string | null;
  /** ISO 3166 alpha-2 of the last certificate's issuer; null if it names none. */
  readonly country: string | null;
}

/** What the issuer of a credential is read with. */
export interface Trust {
  readonly anchors: (of: ChainEnd) => Promise<readonly IssuerAnchor[]>;
  readonly now: number;
}

/** The certificate that signed a credential, and what vouches for it. */
export interface Issuer {
  /** ISO 3166 alpha-2 of the signer's certificate; null if it names none. */
  readonly country: string | null;
  readonly commonName: string | null;
  readonly key: EcKey;
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

/** Curves of keys that sign documents here, and keys that vouch for them. workerd verifies no others. */
const CURVES = ["P-256", "P-384", "P-521"];
const VOUCHING = [...CURVES, "RSA"];

/** What a signer signs: documents of a kind, or lists of their status. */
interface Signs {
  readonly kind: CredentialKind;
  readonly isList?: boolean;
}

/**
 * The signer of a chain of certificates (DER, the signer first), and the trust anchor that signed its last
 * one or is the signer itself. Anchors are tried by key: names do not decide, since link certificates share
 * them. A chain whose certificates do not sign one another, or whose signer may not sign documents of the
 * kind, has no anchor. Throws `MalformedCredentialError` for what is no certificate, and
 * `UnsupportedAlgorithmError` if the signer, or the anchor that the chain names, has a key of another kind.
 */
export async function readIssuer(
  chain: readonly Uint8Array[],
  { kind, isList = false }: Signs,
  { anchors, now }: Trust,
): Promise<Issuer> {
  assertForm(chain.length > 0 && chain.length <= MAX_CHAIN, "the chain of certificates is too long");
  const certificates = chain.map(readCertificate);
  const [signer, last] = [certificates[0]!, certificates.at(-1)!];
  if (!CURVES.includes(signer.algorithm)) throw new UnsupportedAlgorithmError(signer.algorithm);
  const isWhole = certificates.every((each, i) => {
    const above = certificates[i + 1];
    return above === undefined || (above.x509.ca && isWithin(above, now) && isSignedBy(each, above));
  });
  const sha256 = await sha256Hex(chain[0]!);
  const country = countryOf(last.x509.issuer);
  const candidates = await anchors({ kind, sha256, keyId: last.authorityKeyId, country });
  const usable = isWhole && (isList ? !signer.x509.ca : maySign(signer, kind)) && isWithin(signer, now);
  const { subject, validFrom, validTo } = signer.x509;
  return {
    country: countryOf(subject),
    commonName: attribute(subject, "CN"),
    key: keyOf(signer),
    validFrom: Date.parse(validFrom),
    validTo: Date.parse(validTo),
    anchor: (usable && vouching(candidates, { sha256, last, now })) || null,
  };
}

/** The anchor that is the signer itself, or whose key signed the last certificate. */
function vouching(
  candidates: readonly IssuerAnchor[],
  { sha256, last, now }: { readonly sha256: string; readonly last: Certificate; readonly now: number },
): IssuerAnchor | undefined {
  const valid = candidates.filter(({ validFrom, validTo }) => validFrom <= now && now <= validTo);
  const signed = ({ certificate, subjectKeyId }: IssuerAnchor) => {
    const issuer = readCertificate(certificate);
    if (VOUCHING.includes(issuer.algorithm)) return isSignedBy(last, issuer);
    if (subjectKeyId === null || subjectKeyId !== last.authorityKeyId) return false;
    throw new UnsupportedAlgorithmError(issuer.algorithm);
  };
  return valid.find((each) => each.sha256 === sha256) ?? valid.find(signed);
}

/** Throws `MalformedCredentialError` for a point that is not on its curve. */
function keyOf({ x509 }: Certificate): EcKey {
  try {
    return x509.publicKey.export({ format: "jwk" }) as EcKey;
  } catch (error) {
    throw new MalformedCredentialError("the signer has no key", { cause: error });
  }
}

function isSignedBy({ x509 }: Certificate, issuer: Certificate): boolean {
  try {
    return x509.issuer === issuer.x509.subject && x509.verify(issuer.x509.publicKey);
  } catch {
    return false;
  }
}

const isWithin = ({ x509: { validFrom, validTo } }: Certificate, now: number) =>
  Date.parse(validFrom) <= now && now <= Date.parse(validTo);

function maySign({ x509: { keyUsage, ca } }: Certificate, kind: CredentialKind): boolean {
  // Node's name for the extended key usages.
  const usages = keyUsage as unknown as readonly string[] | undefined;
  if (ca) return false;
  if (usages === undefined || usages.length === 0) return WITHOUT_USAGE.includes(kind);
  return usages.some((usage) => (DOCUMENT_SIGNER[kind] as readonly string[]).includes(usage));
}
