import { z } from "zod";
import { json } from "../settings/variables.ts";

const publicJwk = z.object({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  kid: z.string().min(1),
  x: z.string().min(1),
});
const signingJwk = publicJwk.extend({ d: z.string().min(1) });

/** The keys of session tokens and receipts. */
export const tokenVariables = {
  /** The private signing key; its `kid` is in each token. */
  TOKEN_SIGNING_JWK: json.pipe(signingJwk),
  /** Public keys whose tokens are still accepted during a rotation of the signing key. */
  TOKEN_VERIFY_JWKS: json.pipe(z.object({ keys: z.array(publicJwk) })).optional(),
};

const schema = z.object(tokenVariables);
export type TokenSettings = z.output<typeof schema>;
