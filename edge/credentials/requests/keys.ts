import { calculateJwkThumbprint } from "jose";
import { fromBase64Url, toBase64Url } from "../../crypto/encoding.ts";
import { type EcKey, newPrivateKey, type PrivateEcKey } from "../ec-key.ts";

/** The secrets of one request: a nonce and a key that answers are encrypted to. Used once. */
export interface RequestSecrets {
  /** 256 random bits in base64url. */
  readonly nonce: string;
  /** On P-256. */
  readonly key: PrivateEcKey;
}

/** A new nonce and a new key: no two requests share one, so that an answer fits one request alone. */
export const newRequestSecrets = async (): Promise<RequestSecrets> => ({
  nonce: toBase64Url(crypto.getRandomValues(new Uint8Array(32))),
  key: await newPrivateKey("ECDH", ["deriveBits"]),
});

/** The public half, as a JWK without members that are not required. */
export const publicKeyOf = ({ key: { kty, crv, x, y } }: RequestSecrets): EcKey => ({ kty, crv, x, y });

/** The SHA-256 thumbprint (RFC 7638) of the public key: 32 bytes. */
export async function thumbprintOf(secrets: RequestSecrets): Promise<Uint8Array> {
  return fromBase64Url(await calculateJwkThumbprint({ ...publicKeyOf(secrets) }, "sha256"))!;
}
