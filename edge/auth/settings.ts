import { z } from "zod";
import { jsonOf } from "../platform/variables.ts";

const publicJwk = z.object({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  kid: z.string().min(1),
  x: z.string().min(1),
});
const signingKey = jsonOf(
  publicJwk.extend({ d: z.string().min(1) }),
  "a private Ed25519 JWK (kty OKP, crv Ed25519, x, d, kid), as npm run admin -- secrets create makes one",
);
const verifyKeys = jsonOf(
  z.object({ keys: z.array(publicJwk) }),
  'public Ed25519 JWKs such as {"keys":[{"kty":"OKP","crv":"Ed25519","x":"…","kid":"…"}]}',
);

/** The keys of session tokens. */
export const tokenVariables = {
  /** The private signing key; its `kid` is in each token. */
  TOKEN_SIGNING_JWK: signingKey,
  /** Public keys whose tokens are still accepted during a rotation of the signing key. */
  TOKEN_VERIFY_JWKS: verifyKeys.optional(),
};

/** The keys of receipts, apart from the token keys: a receipt is checked for years, a token for a day. */
export const receiptVariables = {
  /** The private signing key; its `kid` is in each receipt. */
  RECEIPT_SIGNING_JWK: signingKey,
  /**
   * Public keys of earlier receipts, which are published but sign nothing: retired ones, and the token key
   * that signed the receipts before they had a key of their own.
   */
  RECEIPT_VERIFY_JWKS: verifyKeys.optional(),
};

const tokenSchema = z.object(tokenVariables);
export type TokenSettings = z.output<typeof tokenSchema>;
const receiptSchema = z.object(receiptVariables);
export type ReceiptSettings = z.output<typeof receiptSchema>;

/** Why `RECEIPT_SIGNING_JWK` is invalid: tokens of that key would be accepted. Null if they would not. */
export function sharedKeyFault(env: TokenSettings & ReceiptSettings): string | null {
  const ofTokens = [env.TOKEN_SIGNING_JWK, ...(env.TOKEN_VERIFY_JWKS?.keys ?? [])];
  return ofTokens.some(({ x }) => x === env.RECEIPT_SIGNING_JWK.x) ? "is a key of session tokens" : null;
}
