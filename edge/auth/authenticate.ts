import type { MiddlewareHandler } from "hono";
import { toHex } from "../crypto/encoding.ts";
import { ApiError } from "../errors.ts";
import type { AppEnv } from "../http/context.ts";
import type { Services } from "../services.ts";
import { commit } from "../store/batch.ts";
import { findKeyByHash, touchKey } from "../store/tenancy/keys.ts";
import { findToken } from "../store/tenancy/tokens.ts";
import type { SecretKeyPrincipal, SessionTokenPrincipal } from "./principal.ts";
import { admit, type Claim } from "./rate-limit.ts";
import { assertTokenMay } from "./scopes.ts";
import { hashSecretKey, isWellFormed } from "./secret-key.ts";
import type { SessionToken } from "./session-token.ts";

const BEARER = /^Bearer +([\x21-\x7e]{1,2048}) *$/i;
/** How stale `last_used_at` may be: writing it at every call would cost a write for each. */
const TOUCH_EVERY_MS = 60 * 60 * 1000;

/**
 * Finds out who calls, by one read of the database, counts the call, and refuses a token what a token may not call
 * (contract §2).
 */
export const authenticate: MiddlewareHandler<AppEnv> = async (c, next) => {
  const credential = credentialOf(c.req.header("authorization"));
  const claim = credential.startsWith("svc_tok_") ? claimByToken : claimByKey;
  const principal = await admit(c, await claim(c.var.services, credential));
  if (principal.kind === "session_token") assertTokenMay(c.req.method, c.req.path);
  c.set("principal", principal);
  await next();
  // Answers hold tokens and personal data, and no two callers may see the same.
  c.res.headers.set("Cache-Control", "no-store");
};

function credentialOf(header: string | undefined): string {
  if (header === undefined || header === "") {
    throw new ApiError(
      "missing_credentials",
      "Send Authorization: Bearer with a secret key or session token.",
    );
  }
  const credential = BEARER.exec(header)?.[1];
  if (credential === undefined)
    throw new ApiError("invalid_api_key", "The Authorization header is not valid.");
  return credential;
}

const invalidKey = () => new ApiError("invalid_api_key", "There is no such secret key.");

async function claimByKey(services: Services, key: string): Promise<Claim> {
  if (!isWellFormed(key)) throw invalidKey();
  const hash = await hashSecretKey(key);
  const counter = `key:${toHex(hash)}`;
  return { kind: "secret_key", counter, proven: false, load: () => loadKey(services, hash) };
}

async function loadKey(services: Services, hash: Uint8Array): Promise<SecretKeyPrincipal> {
  const row = await findKeyByHash(services.db, hash);
  if (row === undefined) throw invalidKey();
  if (row.revokedAt !== null) throw new ApiError("api_key_revoked", "This secret key has been revoked.");
  const scope = { tenantId: row.tenantId, mode: row.mode };
  const now = services.clock();
  if (now - (row.lastUsedAt ?? 0) > TOUCH_EVERY_MS) {
    services.background(commit(services.db, [touchKey(services.db, scope, row.id, now)]));
  }
  return { kind: "secret_key", scope, keyId: row.id, settings: row.settings, monthlyCap: row.monthlyCap };
}

async function claimByToken(services: Services, text: string): Promise<Claim> {
  const token = await services.tokens.verify(text, services.clock());
  const counter = `token:${token.jti}`;
  return { kind: "session_token", counter, proven: true, load: () => loadToken(services, token) };
}

async function loadToken({ db }: Services, token: SessionToken): Promise<SessionTokenPrincipal> {
  const { scope, jti, verificationId } = token;
  const row = await findToken(db, scope, jti);
  if (row === undefined || row.verification.id !== verificationId) {
    throw new ApiError("token_invalid", "The session token is not valid.");
  }
  if (row.revokedAt !== null) throw new ApiError("token_revoked", "This session token has been revoked.");
  const { verification, monthlyCap, toldRevision } = row;
  return { kind: "session_token", scope, jti, verificationId, verification, monthlyCap, toldRevision };
}
