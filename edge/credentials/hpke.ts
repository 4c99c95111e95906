import { AEAD_AES_128_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_P256_HKDF_SHA256 } from "hpke";
import type { PrivateEcKey } from "./ec-key.ts";
import { NotForRequestError } from "./errors.ts";

/** What a sender encrypted with HPKE (RFC 9180), in base mode. */
interface Encrypted {
  /** The sender's ephemeral public key. */
  readonly enc: Uint8Array;
  readonly cipherText: Uint8Array;
  readonly info: Uint8Array;
  /** Default: empty. */
  readonly aad?: Uint8Array;
}

/**
 * The content for a P-256 private key, by DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and AES-128-GCM. Throws
 * `NotForRequestError` for another key, another `info` or an altered text.
 */
export async function openHpke(
  { kty, crv, x, y, d }: PrivateEcKey,
  { enc, cipherText, info, aad = new Uint8Array(0) }: Encrypted,
): Promise<Uint8Array> {
  const algorithm = { name: "ECDH", namedCurve: "P-256" };
  const pair = {
    privateKey: await crypto.subtle.importKey("jwk", { kty, crv, x, y, d }, algorithm, false, ["deriveBits"]),
    publicKey: await crypto.subtle.importKey("jwk", { kty, crv, x, y }, algorithm, true, []),
  };
  const suite = new CipherSuite(KEM_DHKEM_P256_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_128_GCM);
  try {
    return await suite.Open(pair, enc, cipherText, { info, aad });
  } catch (error) {
    throw new NotForRequestError("the answer does not decrypt", { cause: error });
  }
}
