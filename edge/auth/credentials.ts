import { toHex } from "../crypto/encoding.ts";
import { ApiError } from "../errors.ts";
import { commit, type Database } from "../store/batch.ts";
import { findKeyByHash, touchKey } from "../store/tenancy/keys.ts";
import { findToken } from "../store/tenancy/tokens.ts";
import type { Principal, SecretKeyPrincipal, SessionTokenPrincipal } from "./principal.ts";
import { hashSecretKey, isWellFormed } from "./secret-key.ts";
import type { SessionToken, TokenIssuer } from "./session-token.ts";

const BEARER = /^Bearer +([\x21-\x7e]{1,2048}) *$/i;
/** Maximum staleness of `last_used_at`: an exact value would cost a write for each call. */
const TOUCH_EVERY_MS = 60 * 60 * 1000;

/** The caller's claimed identity, before the database is read. */
export interface Claim {
  readonly kind: Principal["kind"];
  /** Name of the credential's rate counter. */
  readonly counter: string;
  /** Whether a signature proves that this service issued the credential. */
  readonly proven: boolean;
  /**
   * Reads the database once and returns the principal. Throws 401 for a revoked, expired or unknown
   * credential.
   */
  load(): Promise<Principal>;
}

/** The services that checking a credential needs. */
interface CredentialServices {
  readonly db: Database;
  readonly tokens: TokenIssuer;
  clock(): number;
  background(work: Promise<unknown>): void;
}

/** The claim of an Authorization header. Throws 401 `missing_credentials`, `invalid_api_key`, `token_…`. */
export async function readClaim(services: CredentialServices, header: string | undefined): Promise<Claim> {
  const credential = credentialOf(header);
  return credential.startsWith("svc_tok_")
    ? claimByToken(services, credential)
    : claimByKey(services, credential);
}

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

async function claimByKey(services: CredentialServices, key: string): Promise<Claim> {
  if (!isWellFormed(key)) throw invalidKey();
  const hash = await hashSecretKey(key);
  const counter = `key:${toHex(hash)}`;
  return { kind: "secret_key", counter, proven: false, load: () => loadKey(services, hash) };
}

async function loadKey(services: CredentialServices, hash: Uint8Array): Promise<SecretKeyPrincipal> {
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

async function claimByToken(services: CredentialServices, text: string): Promise<Claim> {
  const token = await services.tokens.verify(text, services.clock());
  const counter = `token:${token.jti}`;
  return { kind: "session_token", counter, proven: true, load: () => loadToken(services, token) };
}

async function loadToken({ db }: CredentialServices, token: SessionToken): Promise<SessionTokenPrincipal> {
  const { scope, jti, verificationId } = token;
  const row = await findToken(db, scope, jti);
  if (row === undefined || row.verification.id !== verificationId) {
    throw new ApiError("token_invalid", "The session token is not valid.");
  }
  if (row.revokedAt !== null) throw new ApiError("token_revoked", "This session token has been revoked.");
  const { verification, monthlyCap, toldRevision, origins } = row;
  return {
    kind: "session_token",
    scope,
    jti,
    verificationId,
    verification,
    monthlyCap,
    toldRevision,
    origins,
  };
}
