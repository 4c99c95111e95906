/** A key on an elliptic curve as a JWK (RFC 7518, section 6.2), its numbers in base64url. */
export interface EcKey {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y: string;
}

/** The same with the private number, which belongs to no log, error or answer. */
export interface PrivateEcKey extends EcKey {
  readonly d: string;
}

/**
 * A new private key on P-256 for this algorithm of WebCrypto, which stays in memory or is encrypted before it
 * is stored.
 */
export async function newPrivateKey(
  name: "ECDH" | "ECDSA",
  usages: readonly ("deriveBits" | "sign" | "verify")[],
): Promise<PrivateEcKey> {
  const pair = await crypto.subtle.generateKey({ name, namedCurve: "P-256" }, true, [...usages]);
  if (!("privateKey" in pair)) throw new Error("WebCrypto made no key pair.");
  const jwk = (await crypto.subtle.exportKey("jwk", pair.privateKey)) as PrivateEcKey;
  const { kty, crv, x, y, d } = jwk;
  return { kty, crv, x, y, d };
}
