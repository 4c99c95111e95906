import { createHash, X509Certificate } from "node:crypto";
import { decode, isTagged, MalformedFileError, members, octets, oid } from "./der.ts";

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
export function readCertificate(file: Uint8Array | string): Certificate {
  const x509 = opened(file);
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
/** The tag of the extensions in a TBSCertificate. */
const EXTENSIONS = 3;

function subjectKeyId(der: Uint8Array): string | null {
  const [tbs] = members(decode(der, "the certificate"), "the certificate");
  const tagged = members(tbs, "the certificate").find((part) => isTagged(part, EXTENSIONS));
  if (tagged === undefined) return null;
  const [list] = members(tagged, "the extensions");
  for (const each of members(list, "the extensions")) {
    const extension = members(each, "an extension");
    if (oid(extension[0], "an extension") !== SUBJECT_KEY_IDENTIFIER) continue;
    const value = decode(octets(extension.at(-1), "an extension"), "the subject key identifier");
    return Buffer.from(octets(value, "the subject key identifier")).toString("hex");
  }
  return null;
}

/** Whether the issuer's key signed the certificate. Names do not decide: link certificates share them. */
export const isSignedBy = (certificate: Certificate, issuer: Certificate): boolean =>
  certificate.x509.verify(issuer.x509.publicKey);
