import { errors, importJWK, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { MODES } from "../../vocabulary/enumerations.ts";
import { ApiError } from "../core/errors.ts";
import type { Scope } from "../core/scope.ts";
import type { DeploymentSettings } from "../platform/deployment.ts";
import type { TokenSettings } from "./settings.ts";

/** Lifetime of a token in seconds. */
export const TTL = { min: 60, max: 86_400, default: 1_800 } as const;

const ALGORITHM = "EdDSA";
const TYPE = "svc-tok+jwt";
const AUDIENCE = "selfsame";
/** The only capability of a token; each route declares whether a token may call it. */
const CAPABILITY = "verification";
const CLOCK_TOLERANCE_SECONDS = 30;
/** The last base64url character carries 2 bits: only A, Q, g and w are canonical. */
const FORM = /^svc_tok_(live|test)_([\w-]+\.[\w-]+\.[\w-]{85}[AQgw])$/;

export interface SessionToken {
  readonly scope: Scope;
  readonly jti: string;
  readonly verificationId: string;
}

/**
 * Issues and verifies session tokens (contract §2.1). Neither reads the database; the caller checks
 * revocation.
 */
export interface TokenIssuer {
  /** `svc_tok_{mode}_` and a compact JWS that is valid for `ttlSeconds` from `now` (milliseconds). */
  issue(token: SessionToken, now: number, ttlSeconds: number): Promise<string>;
  /** The claims of a genuine token. Throws 401 `token_expired` or `token_invalid`. */
  verify(text: string, now: number): Promise<SessionToken>;
}

const claimsSchema = z.object({
  sub: z.string().min(1),
  jti: z.string().min(1),
  tid: z.string().min(1),
  mode: z.enum(MODES),
  scope: z.literal(CAPABILITY),
});
const REQUIRED_CLAIMS = ["iss", "aud", "sub", "jti", "iat", "nbf", "exp", "tid", "mode", "scope"];

const invalid = (cause?: unknown) =>
  new ApiError(
    "token_invalid",
    "The session token was cut off or changed, or another installation issued it. Copy all of it, or get a new one from your server: POST /v1/sessions.",
    { cause },
  );

/**
 * The issuer of one deployment: signs with the signing key, accepts that key and those still being rotated
 * out.
 */
export async function openTokenIssuer(
  env: TokenSettings & Pick<DeploymentSettings, "PUBLIC_URL">,
): Promise<TokenIssuer> {
  const { d, ...publicJwk } = env.TOKEN_SIGNING_JWK;
  const signingKey = await importJWK({ ...publicJwk, d }, ALGORITHM);
  const accepted = [...(env.TOKEN_VERIFY_JWKS?.keys ?? []), publicJwk];
  const verifyKeys = new Map(
    await Promise.all(accepted.map(async (key) => [key.kid, await importJWK(key, ALGORITHM)] as const)),
  );
  const options = {
    algorithms: [ALGORITHM],
    typ: TYPE,
    issuer: env.PUBLIC_URL,
    audience: AUDIENCE,
    requiredClaims: REQUIRED_CLAIMS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
  };

  return {
    async issue({ scope, jti, verificationId }, now, ttlSeconds) {
      const issuedAt = Math.floor(now / 1000);
      const jws = await new SignJWT({ tid: scope.tenantId, mode: scope.mode, scope: CAPABILITY })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: publicJwk.kid })
        .setIssuer(env.PUBLIC_URL)
        .setAudience(AUDIENCE)
        .setSubject(verificationId)
        .setJti(jti)
        .setIssuedAt(issuedAt)
        .setNotBefore(issuedAt)
        .setExpirationTime(issuedAt + ttlSeconds)
        .sign(signingKey);
      return `svc_tok_${scope.mode}_${jws}`;
    },

    async verify(text, now) {
      const [, mode, jws] = FORM.exec(text) ?? [];
      if (jws === undefined) throw invalid();
      const { payload, expired } = await jwtVerify(
        jws,
        ({ kid }) => {
          const key = verifyKeys.get(kid ?? "");
          if (key === undefined) throw invalid();
          return key;
        },
        { ...options, currentDate: new Date(now) },
      ).then(({ payload }) => ({ payload, expired: null }), expiredOr);
      const claims = claimsSchema.safeParse(payload);
      if (!claims.success || claims.data.mode !== mode) throw invalid();
      if (expired !== null) {
        throw new ApiError(
          "token_expired",
          "The session token has expired. Get a new one from your server: POST /v1/sessions.",
          { cause: expired },
        );
      }
      const { tid, sub, jti } = claims.data;
      return { scope: { tenantId: tid, mode: claims.data.mode }, jti, verificationId: sub };
    },
  };
}

/**
 * The payload of an expired token, so that its other claims are checked before it is reported as expired.
 * Every other failure is thrown.
 */
function expiredOr(error: unknown): { payload: JWTPayload; expired: Error } {
  if (error instanceof errors.JWTExpired) return { payload: error.payload, expired: error };
  throw error instanceof ApiError ? error : invalid(error);
}
