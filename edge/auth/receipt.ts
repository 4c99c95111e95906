import { CompactSign, importJWK } from "jose";
import type { TokenSettings } from "./settings.ts";

const ALGORITHM = "EdDSA";
/** Tells a receipt from a session token, which the same key signs. */
const TYPE = "svc-receipt+jws";

/** Signs receipts, for whoever wants to show one later. */
export interface ReceiptSigner {
  /**
   * A compact JWS (RFC 7515) whose payload is the receipt as JSON. To check it: verify it with the key of its
   * `kid` out of `/.well-known/jwks.json`, algorithm EdDSA and `typ` svc-receipt+jws, and compare the payload
   * with the receipt.
   */
  sign(receipt: object): Promise<string>;
  /** Public keys (RFC 7517): the one that signs now, and those that are being rotated out. */
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
