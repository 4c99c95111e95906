import { X509Certificate } from "node:crypto";
import { authorityKeyId, describe } from "../signatures/certificate.ts";
import { digestOf, isSignature, readSignedData, type SignedData, type Signer } from "../signatures/cms.ts";
import { decode, MalformedFileError, members, octets, whole } from "../signatures/der.ts";
import { type SignatureAlgorithm, signerKey, strengthOf } from "./keys.ts";
import { fileContent } from "./tlv.ts";

/** EF.SOD. Mirrors `SecurityObject` in the proto, with the hashes. */
export interface SecurityObject {
  readonly version: number;
  readonly digest: string;
  /** By the number of their data group. */
  readonly hashes: ReadonlyMap<number, Uint8Array>;
  readonly signatureValid: boolean;
  readonly algorithm: SignatureAlgorithm;
  readonly signer: DocumentSigner;
  /** Milliseconds since the epoch. */
  readonly signedAt: number | null;
}

/** The certificate in EF.SOD. Times are milliseconds since the epoch. */
interface DocumentSigner {
  readonly certificate: Uint8Array;
  /** Empty without that extension. */
  readonly authorityKeyId: Uint8Array;
  readonly country: string;
  readonly serialNumber: string;
  readonly validFrom: number;
  readonly validTo: number;
  readonly extendedKeyUsages: string[];
}

const TAG = 0x77;
/** Of ICAO, of its first drafts, of the Netherlands, and of China (data without a type). */
const CONTENT_TYPES = ["2.23.136.1.1.1", "1.3.27.1.1.1", "1.2.528.1.1006.1.20.1", "1.2.840.113549.1.7.1"];
const CERTIFICATE_MAX = 8 * 1_024;
/** Certificates and signers: issuers write one of each. */
const MOST = 4;
const DATA_GROUPS = 16;
/** Values of ASN.1: EF.SOD of a passport has some 300. */
const VALUES_MAX = 5_000;

/** Reads EF.SOD and verifies its signature. Throws the errors that `attempt` knows. */
export function readSecurityObject(file: Uint8Array): SecurityObject {
  const data = readSignedData(fileContent(file, TAG), VALUES_MAX);
  if (!CONTENT_TYPES.includes(data.contentType)) throw new MalformedFileError("EF.SOD has another content");
  const { certificates, signers } = data;
  for (const list of [certificates, signers])
    if (list.length < 1 || list.length > MOST)
      throw new MalformedFileError(`EF.SOD has not 1 to ${MOST} signers`);
  if (certificates.some(({ length }) => length > CERTIFICATE_MAX))
    throw new MalformedFileError("a certificate of EF.SOD is too long");
  return { ...readHashList(data.content), ...verified(data) };
}

function readHashList(content: Uint8Array): Pick<SecurityObject, "version" | "digest" | "hashes"> {
  const [version, algorithm, list] = members(decode(content, "the hash list", VALUES_MAX), "the hash list");
  const number = whole(version);
  if (number !== 0 && number !== 1) throw new MalformedFileError("the hash list has an unknown version");
  const hashes = new Map<number, Uint8Array>();
  for (const each of members(list, "the hash list")) {
    const [name, hash] = members(each, "a hash");
    const dataGroup = whole(name) ?? 0;
    if (dataGroup < 1 || dataGroup > DATA_GROUPS || hashes.has(dataGroup))
      throw new MalformedFileError("the hash list names a data group twice or an unknown one");
    hashes.set(dataGroup, octets(hash, "a hash"));
  }
  return { version: number, digest: digestOf(algorithm), hashes };
}

/**
 * The first certificate whose key made a signature, since names and serial numbers of signers do not always
 * match it; if none did, the first certificate.
 */
function verified(
  data: SignedData,
): Pick<SecurityObject, "signatureValid" | "algorithm" | "signer" | "signedAt"> {
  const certificates = data.certificates.map(opened);
  const pairs = data.signers.flatMap((signer) =>
    certificates.map((x509) => ({ signer, x509, key: signerKey(x509) })),
  );
  const made = pairs.find(({ signer, key }) => isSignature(data, signer, key));
  const { signer, x509, key } = made ?? pairs[0]!;
  return {
    signatureValid: made !== undefined,
    algorithm: {
      scheme: schemeOf(signer, key.asymmetricKeyType),
      digest: signer.algorithm.digest,
      ...strengthOf(key),
    },
    signer: signerOf(x509),
    signedAt: signer.signedAt,
  };
}

function opened(der: Uint8Array): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch (cause) {
    throw new MalformedFileError("a certificate of EF.SOD cannot be read", { cause });
  }
}

function schemeOf({ algorithm }: Signer, keyType: string | undefined): SignatureAlgorithm["scheme"] {
  if (keyType === "ec") return "ECDSA";
  return algorithm.salt === null ? "RSASSA_PKCS1_V1_5" : "RSASSA_PSS";
}

function signerOf(x509: X509Certificate): DocumentSigner {
  const { country, serialNumber, validFrom, validTo } = describe(x509);
  if (Number.isNaN(validFrom) || Number.isNaN(validTo))
    throw new MalformedFileError("a certificate of EF.SOD has no dates");
  return {
    certificate: new Uint8Array(x509.raw),
    authorityKeyId: authorityKeyId(x509.raw) ?? new Uint8Array(),
    country: countryCode(country),
    ...{ serialNumber, validFrom, validTo },
    extendedKeyUsages: x509.keyUsage ?? [],
  };
}

/** ISO 3166, in capitals; empty for other text. */
const countryCode = (text: string | null): string =>
  /^[A-Z]{2,3}$/.exec(text?.toUpperCase() ?? "")?.[0] ?? "";
