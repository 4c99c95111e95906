import { calculateJwkThumbprint } from "jose";
import { fromBase64Url, toBase64Url } from "../../crypto/encoding.ts";

/** The secrets of one request: a nonce and a key that answers are encrypted to. Used once. */
export interface RequestSecrets {
  /** 256 random bits in base64url. */
  readonly nonce: string;
  /** A P-256 private key. */
  readonly key: JsonWebKey;
}

const P256 = { name: "ECDH", namedCurve: "P-256" } as const;

export async function newRequestSecrets(): Promise<RequestSecrets> {
  const pair = (await crypto.subtle.generateKey(P256, true, ["deriveBits"])) as CryptoKeyPair;
  const { kty, crv, x, y, d } = (await crypto.subtle.exportKey("jwk", pair.privateKey)) as JsonWebKey;
  return {
    nonce: toBase64Url(crypto.getRandomValues(new Uint8Array(32))),
    key: { kty, crv, x, y, d } as JsonWebKey,
  };
}

/** The public half, as a JWK without members that are not required. */
export const publicKeyOf = ({ key: { kty, crv, x, y } }: RequestSecrets) =>
  ({ kty, crv, x, y }) as JsonWebKey;

/** The SHA-256 thumbprint (RFC 7638) of the public key: 32 bytes. */
export async function thumbprintOf(secrets: RequestSecrets): Promise<Uint8Array> {
  const text = await calculateJwkThumbprint(publicKeyOf(secrets) as { kty: string }, "sha256");
  return fromBase64Url(text)!;
}
