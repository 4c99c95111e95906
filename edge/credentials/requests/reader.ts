import { CompactSign, importJWK, type JWK } from "jose";
import { toBase64, toBase64Url } from "../../crypto/encoding.ts";
import { sha256 } from "../../crypto/hashing.ts";
import type { PrivateEcKey } from "../ec-key.ts";

/** The key and certificates with which a deployment signs its requests to wallets. */
export interface Reader {
  /** A P-256 private key. */
  readonly key: PrivateEcKey;
  /** X.509, DER: the reader's certificate first, without the root. */
  readonly chain: readonly Uint8Array[];
}

/** The client identifier of a reader (OpenID4VP 1.0, section 5.9.3, `x509_hash`). */
export const clientIdOf = async ({ chain }: Reader): Promise<string> =>
  `x509_hash:${toBase64Url(await sha256(chain[0]!))}`;

/** A signed request object (RFC 9101): a compact JWS. */
export async function signRequest(reader: Reader, request: object): Promise<string> {
  return new CompactSign(new TextEncoder().encode(JSON.stringify(request)))
    .setProtectedHeader({
      alg: "ES256",
      typ: "oauth-authz-req+jwt",
      x5c: reader.chain.map(toBase64),
    })
    .sign(await importJWK(reader.key as JWK, "ES256"));
}
