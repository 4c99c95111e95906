import { constants, createHash, type KeyObject, verify } from "node:crypto";
import { UTCTime } from "asn1js";
import { holds } from "./certificate.ts";
import {
  decode,
  encoded,
  isTagged,
  MalformedFileError,
  members,
  octets,
  oid,
  UnsupportedAlgorithmError,
  type Value,
  whole,
} from "./der.ts";

/** Signed data of the Cryptographic Message Syntax (RFC 5652), with its content. */
export interface SignedData {
  readonly contentType: string;
  readonly content: Uint8Array;
  /** X.509, DER. */
  readonly certificates: readonly Uint8Array[];
  readonly signers: readonly Signer[];
}

export interface Signer {
  /** Of the content. */
  readonly digest: string;
  /** As they are signed: encoded as a SET. Null if the content itself is signed. */
  readonly attributes: Uint8Array | null;
  /** The digest of the content, by the signed attributes. */
  readonly contentDigest: Uint8Array | null;
  /** The content type by the signed attributes. */
  readonly contentType: string | null;
  /** When it was signed, by the signed attributes: milliseconds since the epoch. */
  readonly signedAt: number | null;
  readonly algorithm: Algorithm;
  readonly signature: Uint8Array;
}

interface Algorithm {
  readonly digest: string;
  /** Bytes of RSA-PSS's salt; null for another algorithm. */
  readonly salt: number | null;
}

const SIGNED_DATA = "1.2.840.113549.1.7.2";
const CONTENT_TYPE = "1.2.840.113549.1.9.3";
const MESSAGE_DIGEST = "1.2.840.113549.1.9.4";
const SIGNING_TIME = "1.2.840.113549.1.9.5";
const PSS = "1.2.840.113549.1.1.10";
const RSA = "1.2.840.113549.1.1.1";
const EC_KEY = "1.2.840.10045.2.1";

const DIGESTS: Readonly<Record<string, string>> = {
  "1.3.14.3.2.26": "sha1",
  "2.16.840.1.101.3.4.2.4": "sha224",
  "2.16.840.1.101.3.4.2.1": "sha256",
  "2.16.840.1.101.3.4.2.2": "sha384",
  "2.16.840.1.101.3.4.2.3": "sha512",
};

/** Signature algorithms that name their digest: ECDSA, and RSA with PKCS #1 version 1.5. */
const SIGNATURES: Readonly<Record<string, string>> = {
  "1.2.840.10045.4.1": "sha1",
  "1.2.840.10045.4.3.1": "sha224",
  "1.2.840.10045.4.3.2": "sha256",
  "1.2.840.10045.4.3.3": "sha384",
  "1.2.840.10045.4.3.4": "sha512",
  "1.2.840.113549.1.1.5": "sha1",
  "1.2.840.113549.1.1.14": "sha224",
  "1.2.840.113549.1.1.11": "sha256",
  "1.2.840.113549.1.1.12": "sha384",
  "1.2.840.113549.1.1.13": "sha512",
};

/** Whether a file may be signed data: certificates begin in the same way, and have no content type. */
export function isSignedData(file: Uint8Array): boolean {
  try {
    return oid(members(decode(file, "the file"), "the file")[0], "the content type") === SIGNED_DATA;
  } catch (error) {
    if (error instanceof MalformedFileError) return false;
    throw error;
  }
}

/**
 * Throws `MalformedFileError` for other bytes or more values, and `UnsupportedAlgorithmError` for algorithms
 * that are not verified.
 */
export function readSignedData(file: Uint8Array, maxNodes?: number): SignedData {
  const [type, explicit] = members(decode(file, "the file", maxNodes), "the file");
  if (oid(type, "the content type") !== SIGNED_DATA) throw new MalformedFileError("this is no signed data");
  const [body] = members(explicit, "the signed data");
  const parts = members(body, "the signed data");
  const [contentType, content] = members(parts[2], "the content");
  const certificates = parts.slice(3, -1).find((part) => isTagged(part, 0));
  return {
    contentType: oid(contentType, "the content's type"),
    content: octets(members(content, "the content")[0], "the content"),
    certificates: certificates === undefined ? [] : members(certificates, "the certificates").map(encoded),
    signers: members(parts.at(-1), "the signers").map(readSigner),
  };
}

/** A SET's tag, which stands for the attributes' own in what is signed. */
const SET = 0x31;

function readSigner(value: Value): Signer {
  const parts = members(value, "a signer");
  const digest = digestOf(parts[2]);
  const isSigned = isTagged(parts[3], 0);
  const attributes = isSigned ? Uint8Array.from(encoded(parts[3]!)) : null;
  if (attributes !== null) attributes[0] = SET;
  const [algorithm, signature] = parts.slice(isSigned ? 4 : 3);
  const found = isSigned ? attributesOf(parts[3]!) : new Map<string, Value>();
  const contentDigest = found.get(MESSAGE_DIGEST);
  const contentType = found.get(CONTENT_TYPE);
  return {
    digest,
    attributes,
    contentDigest: contentDigest === undefined ? null : octets(contentDigest, "the message digest"),
    contentType: contentType === undefined ? null : oid(contentType, "the content's type"),
    signedAt: timeOf(found.get(SIGNING_TIME)),
    algorithm: algorithmOf(algorithm, digest),
    signature: octets(signature, "the signature"),
  };
}

/** The attributes' first values, by their types. */
const attributesOf = (value: Value): Map<string, Value> =>
  new Map(
    members(value, "the signed attributes").flatMap((attribute) => {
      const [type, values] = members(attribute, "an attribute");
      const [first] = members(values, "an attribute");
      return first === undefined ? [] : [[oid(type, "an attribute"), first] as const];
    }),
  );

/** Null for a value that is no time. */
function timeOf(value: Value | undefined): number | null {
  // GeneralizedTime extends UTCTime.
  const time = value instanceof UTCTime ? value.toDate().getTime() : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

/** The digest that an AlgorithmIdentifier names. Throws `UnsupportedAlgorithmError` for other than SHA. */
export function digestOf(value: Value | undefined): string {
  const digest = DIGESTS[oid(members(value, "the digest algorithm")[0], "the digest algorithm")];
  if (digest === undefined)
    throw new UnsupportedAlgorithmError("the digest algorithm is neither SHA-1 nor SHA-2");
  return digest;
}

function algorithmOf(value: Value | undefined, digest: string): Algorithm {
  const [type, parameters] = members(value, "the signature algorithm");
  const name = oid(type, "the signature algorithm");
  if (name === RSA || name === EC_KEY) return { digest, salt: null };
  if (name === PSS) return pssOf(parameters);
  const own = SIGNATURES[name];
  if (own === undefined) throw new UnsupportedAlgorithmError("the signature algorithm is not verified");
  return { digest: own, salt: null };
}

const HASH = 0;
const MASK = 1;
const SALT = 2;
const MGF1 = "1.2.840.113549.1.1.8";

function pssOf(value: Value | undefined): Algorithm {
  const parts = members(value, "the parameters of RSA-PSS");
  const [hash, mask, salt] = [HASH, MASK, SALT].map((tag) => parts.find((part) => isTagged(part, tag)));
  const digest = hash === undefined ? "sha1" : digestOf(members(hash, "the hash of RSA-PSS")[0]);
  // OpenSSL's digest of the mask is that of the content.
  if (maskDigestOf(mask) !== digest) throw new UnsupportedAlgorithmError("RSA-PSS has two digests");
  const length = salt === undefined ? 20 : whole(members(salt, "the salt of RSA-PSS")[0]);
  if (length === undefined) throw new MalformedFileError("the salt of RSA-PSS has no length");
  return { digest, salt: length };
}

function maskDigestOf(value: Value | undefined): string {
  if (value === undefined) return "sha1";
  const [type, hash] = members(members(value, "the mask of RSA-PSS")[0], "the mask of RSA-PSS");
  if (oid(type, "the mask of RSA-PSS") !== MGF1) throw new UnsupportedAlgorithmError("the mask is not MGF1");
  return digestOf(hash);
}

/** Whether the key made this signature over the content. */
export function isSignature(data: SignedData, signer: Signer, key: KeyObject): boolean {
  const { attributes, algorithm, signature } = signer;
  if (attributes !== null) {
    const digest = createHash(signer.digest).update(data.content).digest();
    if (signer.contentDigest === null || !digest.equals(signer.contentDigest)) return false;
    if (signer.contentType !== data.contentType) return false;
  }
  const padding =
    algorithm.salt === null ? {} : { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: algorithm.salt };
  return holds(() => verify(algorithm.digest, attributes ?? data.content, { key, ...padding }, signature));
}
