import { createPublicKey, type KeyObject, type X509Certificate } from "node:crypto";
import { bits, decode, encoded, isTagged, members, UnsupportedAlgorithmError } from "../signatures/der.ts";

/** How a signature was made. The names are those of `SignatureAlgorithm` in the proto. */
export interface SignatureAlgorithm {
  readonly scheme: "RSASSA_PKCS1_V1_5" | "RSASSA_PSS" | "ISO_9796_2" | "ECDSA";
  readonly digest: string;
  readonly keyBits: number;
  /** OpenSSL's name; empty for RSA and for other parameters. */
  readonly curve: string;
}

/** Bits of the modulus, or of the order of the curve, and the curve's name. */
export function strengthOf(key: KeyObject): Pick<SignatureAlgorithm, "keyBits" | "curve"> {
  const { modulusLength, namedCurve = "" } = key.asymmetricKeyDetails ?? {};
  if (modulusLength !== undefined) return { keyBits: modulusLength, curve: "" };
  // Names of curves have their bits: brainpoolP320r1, secp521r1.
  return { keyBits: Number(/\d{3}/.exec(namedCurve)?.[0] ?? 0), curve: namedCurve };
}

/** The key of a document signer. Throws as `readKey` does. */
export function signerKey({ raw }: X509Certificate): KeyObject {
  const [tbs] = members(decode(raw, "the certificate"), "the certificate");
  const parts = members(tbs, "the certificate");
  // Version, serial number, algorithm, issuer, validity, subject: the first has a tag and may be absent.
  return readKey(encoded(parts[isTagged(parts[0], 0) ? 6 : 5]!));
}

/**
 * The key of a SubjectPublicKeyInfo in DER. Throws `UnsupportedAlgorithmError` for other than RSA and
 * elliptic curves, and `MalformedFileError`.
 */
export function readKey(der: Uint8Array): KeyObject {
  const key = opened(der) ?? siblingKey(der);
  if (key !== undefined && ["rsa", "rsa-pss", "ec"].includes(key.asymmetricKeyType ?? "")) return key;
  throw new UnsupportedAlgorithmError("the key is not one of RSA or of a known elliptic curve");
}

function opened(der: Uint8Array): KeyObject | undefined {
  try {
    return createPublicKey({ key: Buffer.from(der), format: "der", type: "spki" });
  } catch {
    // OpenSSL's reasons do not separate broken keys from unknown ones.
    return undefined;
  }
}

/** SubjectPublicKeyInfo of P-224 up to the point. */
const P224 = Buffer.from("304e301006072a8648ce3d020106052b81040021033a00", "hex");
const POINT = 57;
/** Values in a key: explicit parameters of a curve have some 20. */
const VALUES_MAX = 100;

/**
 * Signers of Lithuanian passports name brainpoolP224r1, and their keys are points of P-224. A point lies on
 * one of both curves only.
 */
function siblingKey(der: Uint8Array): KeyObject | undefined {
  const [, point] = members(decode(der, "the key", VALUES_MAX), "the key");
  const bytes = bits(point, "the key");
  return bytes.length === POINT ? opened(Buffer.concat([P224, bytes])) : undefined;
}
