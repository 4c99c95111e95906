import { CompactSign, importJWK } from "jose";
import type { TokenSettings } from "./settings.ts";

const ALGORITHM = "EdDSA";
/** The JWS `typ` of a receipt. Session tokens are signed by the same key under another type. */
const TYPE = "svc-receipt+jws";

/** Signs receipts, so that a caller can prove a result later. */
export interface ReceiptSigner {
  /**
   * A compact JWS (RFC 7515) whose payload is the receipt as JSON. A verifier takes the key of its `kid` from
   * `/.well-known/jwks.json`, checks the signature with the algorithm EdDSA and `typ` svc-receipt+jws, and
   * compares the payload with the receipt.
   */
  sign(receipt: object): Promise<string>;
  /** Public keys (RFC 7517): the signing key, and the keys that are being rotated out. */
  readonly publicKeys: { readonly keys: readonly object[] };
}

export async function openReceiptSigner(env: TokenSettings): Promise<ReceiptSigner> {
  const { d, ...publicJwk } = env.TOKEN_SIGNING_JWK;
  const key = await importJWK({ ...publicJwk, d }, ALGORITHM);
  const header = { alg: ALGORITHM, typ: TYPE, kid: publicJwk.kid };
  return {
    sign: (receipt) =>
      new CompactSign(new TextEncoder().encode(JSON.stringify(receipt))).setProtectedHeader(header).sign(key),
    publicKeys: { keys: [publicJwk, ...(env.TOKEN_VERIFY_JWKS?.keys ?? [])] },
  };
}
