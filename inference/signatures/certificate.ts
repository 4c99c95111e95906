import { createHash, X509Certificate } from "node:crypto";
import { Primitive } from "asn1js";
import { decode, isTagged, MalformedFileError, members, octets, oid, type Value } from "./der.ts";

/** An X.509 certificate, and what a trust store knows it by. Times are milliseconds since the epoch. */
export interface Certificate {
  readonly x509: X509Certificate;
  /** Of the certificate, in hex. */
  readonly sha256: string;
  /** ISO 3166 alpha-2 of the subject; null if it names none. */
  readonly country: string | null;
  /** The common names of subject and issuer; null without one. */
  readonly commonName: string | null;
  readonly issuerName: string | null;
  /** The serial number in hex, in capitals without leading zeros. */
  readonly serialNumber: string;
  /** In hex; null without that extension. */
  readonly subjectKeyId: string | null;
  readonly validFrom: number;
  readonly validTo: number;
}

export const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Throws `MalformedFileError` for bytes that are not one certificate with a key. */
export const readCertificate = (file: Uint8Array | string): Certificate => describe(opened(file));

/** What a certificate states. Throws `MalformedFileError` if its extensions cannot be read. */
export function describe(x509: X509Certificate): Certificate {
  return {
    x509,
    sha256: sha256Of(x509.raw),
    country: attribute(x509.subject, "C")?.toUpperCase() ?? null,
    commonName: attribute(x509.subject, "CN"),
    issuerName: attribute(x509.issuer, "CN"),
    serialNumber: x509.serialNumber.toUpperCase().replace(/^0+(?=.)/, ""),
    subjectKeyId: subjectKeyId(x509.raw),
    validFrom: Date.parse(x509.validFrom),
    validTo: Date.parse(x509.validTo),
  };
}

function opened(file: Uint8Array | string): X509Certificate {
  try {
    const certificate = new X509Certificate(file);
    // A key that cannot be read could verify nothing.
    if (certificate.publicKey.type === "public") return certificate;
  } catch (error) {
    throw new MalformedFileError("this is no X.509 certificate with a known key", { cause: error });
  }
  throw new MalformedFileError("this is no X.509 certificate with a known key");
}

/** The first value of an attribute in a name, which has a line for each. */
const attribute = (name: string | undefined, type: string): string | null =>
  name
    ?.split("\n")
    .find((line) => line.startsWith(`${type}=`))
    ?.slice(type.length + 1) ?? null;

const SUBJECT_KEY_IDENTIFIER = "2.5.29.14";
const AUTHORITY_KEY_IDENTIFIER = "2.5.29.35";
/** The tag of the extensions in a TBSCertificate, and of the key identifier in that of the authority's. */
const EXTENSIONS = 3;
const KEY_IDENTIFIER = 0;

function subjectKeyId(der: Uint8Array): string | null {
  const value = extension(der, SUBJECT_KEY_IDENTIFIER);
  return value && Buffer.from(octets(value, "the subject key identifier")).toString("hex");
}

/** The subject key id of a certificate's issuer; null without it. */
export function authorityKeyId(der: Uint8Array): Uint8Array | null {
  const value = extension(der, AUTHORITY_KEY_IDENTIFIER);
  if (value === null) return null;
  const found = members(value, "the authority key identifier").find((part) => isTagged(part, KEY_IDENTIFIER));
  return found instanceof Primitive ? found.valueBlock.valueHexView.slice() : null;
}

/** The value of an extension; null without it. */
function extension(der: Uint8Array, type: string): Value | null {
  const [tbs] = members(decode(der, "the certificate"), "the certificate");
  const tagged = members(tbs, "the certificate").find((part) => isTagged(part, EXTENSIONS));
  if (tagged === undefined) return null;
  const [list] = members(tagged, "the extensions");
  for (const each of members(list, "the extensions")) {
    const parts = members(each, "an extension");
    if (oid(parts[0], "an extension") !== type) continue;
    return decode(octets(parts.at(-1), "an extension"), "an extension");
  }
  return null;
}

/** Whether the issuer's key signed the certificate. Names do not decide: link certificates share them. */
export const isSignedBy = (certificate: Certificate, issuer: Certificate): boolean =>
  certificate.x509.verify(issuer.x509.publicKey);

/**
 * The index of the first certificate whose key signed another one; undefined if none did, or if the other one
 * cannot be read: it comes from a barcode. Throws an `Error` for a candidate that cannot be read: the caller
 * sends trust anchors, which were read before.
 */
export function issuerOf(der: Uint8Array, candidates: readonly Uint8Array[]): number | undefined {
  const keys = candidates.map((candidate) => new X509Certificate(candidate).publicKey);
  const certificate = readable(der);
  if (certificate === null) return undefined;
  const at = keys.findIndex((key) => holds(() => certificate.verify(key)));
  return at === -1 ? undefined : at;
}

/** Null for bytes that are not one certificate with a key. */
function readable(der: Uint8Array): X509Certificate | null {
  try {
    return opened(der);
  } catch (error) {
    if (error instanceof MalformedFileError) return null;
    throw error;
  }
}

/**
 * Whether a signature holds. OpenSSL throws for one that its key cannot have made, such as a salt that is
 * longer than the modulus.
 */
export function holds(verified: () => boolean): boolean {
  try {
    return verified();
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith("ERR_OSSL_")) return false;
    throw error;
  }
}
