import { CompactSign, importJWK } from "jose";
import type { ReceiptSettings } from "./settings.ts";

const ALGORITHM = "EdDSA";
/** The JWS `typ` of what is signed. Session tokens have another type and other keys. */
const TYPES = { receipt: "svc-receipt+jws", dossier: "svc-dossier+jws", age: "svc-age+jws" } as const;

/** Signs receipts, so that a caller can prove a result later. */
export interface ReceiptSigner {
  /**
   * A compact JWS (RFC 7515) whose payload is the receipt, dossier or statement, as JSON. A verifier takes
   * the key of its `kid` from `/.well-known/jwks.json`, checks the signature with the algorithm EdDSA and its
   * `typ`, and compares the payload with the receipt.
   */
  sign(content: object, type?: keyof typeof TYPES): Promise<string>;
  /**
   * Public keys (RFC 7517): the signing key, and those of earlier receipts. No token key is published here.
   */
  readonly publicKeys: { readonly keys: readonly object[] };
}

export async function openReceiptSigner(env: ReceiptSettings): Promise<ReceiptSigner> {
  const { d, ...publicJwk } = env.RECEIPT_SIGNING_JWK;
  const key = await importJWK({ ...publicJwk, d }, ALGORITHM);
  return {
    sign: (content, type = "receipt") =>
      new CompactSign(new TextEncoder().encode(JSON.stringify(content)))
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPES[type], kid: publicJwk.kid })
        .sign(key),
    publicKeys: { keys: [publicJwk, ...(env.RECEIPT_VERIFY_JWKS?.keys ?? [])].map(published) },
  };
}

const published = (key: object) => ({ ...key, use: "sig", alg: ALGORITHM });
