import { toBase64Url } from "../../crypto/encoding.ts";
import type { EcKey } from "../ec-key.ts";
import { assertForm, UnsupportedAlgorithmError } from "../errors.ts";
import { arrayOf, bytesOf, decodeCbor, encodeCbor, mapOf } from "./cbor.ts";

/** A COSE_Sign1 (RFC 9052 §4.2). */
export interface Sign1 {
  readonly protectedBytes: Uint8Array;
  readonly algorithm: SignatureAlgorithm;
  readonly protectedHeader: ReadonlyMap<unknown, unknown>;
  readonly unprotectedHeader: ReadonlyMap<unknown, unknown>;
  /** Null if it is detached. */
  readonly payload: Uint8Array | null;
  readonly signature: Uint8Array;
}

/** An ECDSA signature over a NIST curve: all that mdoc and HAIP require, and that workerd verifies. */
interface SignatureAlgorithm {
  readonly curve: "P-256" | "P-384" | "P-521";
  readonly hash: "SHA-256" | "SHA-384" | "SHA-512";
}

export const ES256 = { curve: "P-256", hash: "SHA-256" } as const;
const ES384 = { curve: "P-384", hash: "SHA-384" } as const;
const ES512 = { curve: "P-521", hash: "SHA-512" } as const;

/** COSE algorithms by number: RFC 9053, and the fully specified ones of RFC 9864. */
const ALGORITHMS: ReadonlyMap<unknown, SignatureAlgorithm> = new Map<number, SignatureAlgorithm>([
  [-7, ES256],
  [-9, ES256],
  [-35, ES384],
  [-51, ES384],
  [-36, ES512],
  [-52, ES512],
]);

/** Signatures by other algorithms of both, which are not verified here. */
const UNSUPPORTED: ReadonlyMap<unknown, string> = new Map([
  [-8, "EdDSA"],
  [-19, "Ed25519"],
  [-53, "Ed448"],
  [-265, "ESB256"],
  [-266, "ESB320"],
  [-267, "ESB384"],
  [-268, "ESB512"],
]);

const ALG = 1;

/**
 * Throws `UnsupportedAlgorithmError`, and `MalformedCredentialError`, also for an algorithm on neither list.
 */
export function readSign1(value: unknown, what: string): Sign1 {
  const parts = arrayOf(value, what);
  assertForm(parts.length === 4, `${what} has not four parts`);
  const [head, unprotectedHeader, payload, signature] = parts;
  const protectedBytes = bytesOf(head, `${what}'s header`);
  const header = mapOf(decodeCbor(protectedBytes), `${what}'s header`);
  const unsupported = UNSUPPORTED.get(header.get(ALG));
  if (unsupported !== undefined) throw new UnsupportedAlgorithmError(unsupported);
  const algorithm = ALGORITHMS.get(header.get(ALG));
  assertForm(algorithm !== undefined, `${what}'s algorithm is not allowed`);
  return {
    protectedBytes,
    algorithm,
    protectedHeader: header,
    unprotectedHeader: mapOf(unprotectedHeader, `${what}'s header`),
    payload: payload === null ? null : bytesOf(payload, `${what}'s payload`),
    signature: bytesOf(signature, `${what}'s signature`),
  };
}

const X5CHAIN = 33;

/** The certificates in either header (RFC 9360): DER, the signer first. Throws `MalformedCredentialError`. */
export function x5chainOf({ protectedHeader, unprotectedHeader }: Sign1): Uint8Array[] {
  const chain = protectedHeader.get(X5CHAIN) ?? unprotectedHeader.get(X5CHAIN);
  const all = Array.isArray(chain) ? chain : [chain];
  return all.map((each) => bytesOf(each, "x5chain"));
}

/** What a COSE_Sign1 signs. */
export const toBeSigned = (protectedBytes: Uint8Array, payload: Uint8Array): Uint8Array =>
  encodeCbor(["Signature1", protectedBytes, new Uint8Array(0), payload]);

/** Whether the key signed the payload, by ECDSA (IEEE P1363). A key of another curve signed nothing. */
export async function verifySign1(
  { protectedBytes, algorithm: { curve, hash }, signature }: Sign1,
  payload: Uint8Array,
  { kty, crv, x, y }: EcKey,
): Promise<boolean> {
  if (crv !== curve) return false;
  const algorithm = { name: "ECDSA", namedCurve: curve };
  const content = Uint8Array.from(toBeSigned(protectedBytes, payload));
  try {
    const key = await crypto.subtle.importKey("jwk", { kty, crv, x, y }, algorithm, false, ["verify"]);
    return await crypto.subtle.verify({ name: "ECDSA", hash }, key, Uint8Array.from(signature), content);
  } catch {
    // A point that is not on its curve, or a signature of another length.
    return false;
  }
}

const KEY = { kty: 1, crv: -1, x: -2, y: -3 } as const;
const EC2 = 2;
const CURVES: ReadonlyMap<unknown, string> = new Map([
  [1, "P-256"],
  [2, "P-384"],
  [3, "P-521"],
]);
/** Curves of RFC 9053 and of ISO/IEC 18013-5, 9.1.5.2, on which nothing is verified here. */
const UNSUPPORTED_CURVES: ReadonlyMap<unknown, string> = new Map([
  [6, "Ed25519"],
  [7, "Ed448"],
  [256, "brainpoolP256r1"],
  [257, "brainpoolP320r1"],
  [258, "brainpoolP384r1"],
  [259, "brainpoolP512r1"],
]);

/**
 * The JWK of an EC2 COSE_Key (RFC 9053 §7.1). Throws `UnsupportedAlgorithmError`, and
 * `MalformedCredentialError` for other keys.
 */
export function jwkOf(value: unknown, what: string): EcKey {
  const key = mapOf(value, what);
  const unsupported = UNSUPPORTED_CURVES.get(key.get(KEY.crv));
  if (unsupported !== undefined) throw new UnsupportedAlgorithmError(unsupported);
  const crv = CURVES.get(key.get(KEY.crv));
  assertForm(key.get(KEY.kty) === EC2 && crv !== undefined, `${what} is no key of an allowed curve`);
  const [x, y] = [KEY.x, KEY.y].map((at) => toBase64Url(bytesOf(key.get(at), what)));
  return { kty: "EC", crv, x: x!, y: y! };
}

/** The EC2 COSE_Key of a P-256 point. */
export const coseKey = (x: Uint8Array, y: Uint8Array): ReadonlyMap<number, unknown> =>
  new Map<number, unknown>([
    [KEY.kty, EC2],
    [KEY.crv, 1],
    [KEY.x, x],
    [KEY.y, y],
  ]);
