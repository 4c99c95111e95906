import { fromBase64Url, toBase64Url, toHex } from "../crypto/encoding.ts";
import { sha256 } from "../crypto/hashing.ts";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const SIGNATURE_BYTES = 64;

/** Maximum difference between a device's clock and ours, in milliseconds. */
const CLOCK_TOLERANCE_MS = 5 * 60 * 1000;

/** A device's public key (RFC 7518, section 6.2). The private one does not leave the device. */
export interface DeviceKey {
  readonly kty: "EC";
  readonly crv: "P-256";
  readonly x: string;
  readonly y: string;
}

/** What a request reveals of its device beside the key, in a fixed vocabulary; null if unknown. */
export interface DeviceTraits {
  /** Browser and system, such as `Firefox, Windows`. */
  readonly name: string | null;
  /** ISO 3166-1. */
  readonly country: string | null;
  /** The subscriber at its IP address. */
  readonly network: string | null;
}

/** Proof that a device has the key and one of our secrets, for our origin and now. */
export interface DeviceProof {
  readonly key: DeviceKey;
  /** Milliseconds since the epoch, by the device's clock. */
  readonly signedAt: number;
  /** ECDSA in base64url: r and s (IEEE P1363), as WebCrypto signs. */
  readonly signature: string;
}

/** The name of a key: its thumbprint (RFC 7638), SHA-256 in base64url. */
export const thumbprintOf = async ({ crv, kty, x, y }: DeviceKey): Promise<string> =>
  toBase64Url(await sha256(JSON.stringify({ crv, kty, x, y })));

/**
 * The text that a device signs: a proof for another origin, another secret or another purpose is another
 * text. `secretHash` is the SHA-256 of the secret.
 */
export const proofText = (origin: string, secretHash: Uint8Array, signedAt: number): string =>
  ["selfsame-capture-v1", origin, toHex(secretHash), signedAt].join("\n");

/** Whether a proof is fresh at `now`. */
export const isFresh = ({ signedAt }: DeviceProof, now: number): boolean =>
  Math.abs(now - signedAt) <= CLOCK_TOLERANCE_MS;

/** Whether the proof's key has signed the text. False for a key that is not on the curve. */
export async function hasSigned({ key, signature }: DeviceProof, text: string): Promise<boolean> {
  const bytes = fromBase64Url(signature);
  if (bytes === null || bytes.length !== SIGNATURE_BYTES) return false;
  try {
    const imported = await crypto.subtle.importKey("jwk", { ...key }, ALGORITHM, false, ["verify"]);
    return await crypto.subtle.verify(ALGORITHM, imported, bytes, new TextEncoder().encode(text));
  } catch {
    return false;
  }
}
