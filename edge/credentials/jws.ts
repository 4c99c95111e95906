import { compactVerify, errors, importJWK, type JWK } from "jose";
import { z } from "zod";
import { fromBase64 } from "../crypto/encoding.ts";
import { assertForm, MalformedCredentialError, UnsupportedAlgorithmError } from "./errors.ts";

const ALGORITHMS = ["ES256", "ES384", "ES512"];
/** Other signatures by public key (RFC 7518, RFC 8812, RFC 9864), which are not verified here. */
const UNSUPPORTED = /^(RS|PS)\d{3}$|^ES256K$|^EdDSA$|^Ed(25519|448)$|^ESB\d{3}$/;

/** The header of a JWS whose signer's certificate is in it. */
export const signerHeader = z.object({
  alg: z.string(),
  typ: z.string(),
  x5c: z.array(z.string()),
});
/** Of a NumericDate (RFC 7519). */
export const seconds = z.number().int().nonnegative().max(1e11);

/** Throws `MalformedCredentialError`. */
export function schemaOf<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  assertForm(parsed.success, `${what} has another form`);
  return parsed.data;
}

/** The DER of a certificate in `x5c`. Throws `MalformedCredentialError`. */
export function certificateOf(encoded: string): Uint8Array {
  try {
    return fromBase64(encoded);
  } catch (error) {
    throw new MalformedCredentialError("x5c is not base64", { cause: error });
  }
}

/** Throws `UnsupportedAlgorithmError`, and `MalformedCredentialError` for what signs nothing. */
export function assertAlgorithm(alg: string, what: string): void {
  if (UNSUPPORTED.test(alg)) throw new UnsupportedAlgorithmError(alg);
  assertForm(ALGORITHMS.includes(alg), what);
}

/** Whether the key signed the compact JWS with this algorithm. */
export async function isSigned(jwt: string, key: JWK, alg: string): Promise<boolean> {
  try {
    await compactVerify(jwt, await importJWK(key, alg), { algorithms: [alg] });
    return true;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof DOMException) {
      return false;
    }
    throw error;
  }
}
