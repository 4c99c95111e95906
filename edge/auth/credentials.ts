import { ApiError } from "../core/errors.ts";
import { toHex } from "../crypto/encoding.ts";
import { hasValidTag } from "../crypto/secret-text.ts";
import { commit, type Database } from "../store/batch.ts";
import { findKeyByHash, touchKey } from "../store/tenancy/keys.ts";
import { findToken } from "../store/tenancy/tokens.ts";
import { findShownHandoff } from "../store/verifications/handoffs.ts";
import { findLink } from "../store/verifications/links.ts";
import { hashLink, isLinkSecret } from "./capture-link.ts";
import { isGood, readCode } from "./handoff-code.ts";
import type { KnownKeys } from "./known-keys.ts";
import type {
  HandoffPrincipal,
  LinkPrincipal,
  Principal,
  SecretKeyPrincipal,
  SessionTokenPrincipal,
} from "./principal.ts";
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
  /** The same for reads, if several credentials share their rate. */
  readonly readCounter?: string;
  /** Whether a signature or a tag proves that this service issued the credential. */
  isProven(): Promise<boolean>;
  /** SHA-256 of a secret in the address of one of our pages; absent for other credentials. */
  readonly secretHash?: Uint8Array;
  /**
   * Reads the database once, unless it was read for this secret key within the last second, and returns the
   * principal. Throws 401 for a revoked, expired or unknown credential.
   */
  load(): Promise<Principal>;
}

/** The services that checking a credential needs. */
interface CredentialServices {
  readonly db: Database;
  readonly tokens: TokenIssuer;
  readonly knownKeys: KnownKeys;
  readonly serviceKey: Uint8Array;
  clock(): number;
  background(work: Promise<unknown>): void;
}

/**
 * The claim of an Authorization header. Throws 401 `missing_credentials`, `invalid_api_key`, `link_invalid`,
 * `token_…`. `load` may throw 410 `link_expired` and `handoff_expired`.
 */
export async function readClaim(services: CredentialServices, header: string | undefined): Promise<Claim> {
  const credential = credentialOf(header);
  return kindOf(credential).claim(services, credential);
}

/**
 * The kind of credential in an Authorization header, whether or not it is genuine. Throws 401
 * `missing_credentials` and `invalid_api_key`.
 */
export const shownKind = (header: string | undefined): Principal["kind"] => kindOf(credentialOf(header)).kind;

function credentialOf(header: string | undefined): string {
  if (header === undefined || header === "") {
    throw new ApiError(
      "missing_credentials",
      "Send Authorization: Bearer, a space, and a secret key or session token. No other header, such as X-Api-Key, and no query parameter is read.",
    );
  }
  const credential = BEARER.exec(header)?.[1];
  if (credential === undefined) throw new ApiError("invalid_api_key", schemeText(header));
  return credential;
}

/** What is wrong with a header that has no bearer credential. It may hold a secret, so it is not quoted. */
function schemeText(header: string): string {
  if (/^Basic /i.test(header))
    return "This is Basic authentication. Send Authorization: Bearer with the secret key, without a colon or base64.";
  const received = SCHEMES.find(([form]) => form.test(header))?.[1] ?? "";
  return `The Authorization header must be Bearer, a space and a secret key or session token.${received}`;
}

const SCHEMES: readonly (readonly [form: RegExp, received: string])[] = [
  [/^Bearer [^,]*, *Bearer /i, " The header is given twice. Send it once."],
  [/^Bearer +Bearer\b/i, " This one has Bearer twice."],
  [/^Bearer *$/i, " This one has nothing after Bearer. Check the variable with the key."],
  [
    /^Bearer \[object Object\]$/i,
    " This one has an object that became text. Send the text in it: of a session, its `token`.",
  ],
  [/^Bearer +\S+ +\S/i, " This one has a space within the key."],
  [/^svc_/, " This one has no Bearer before the key."],
];

const invalidKey = () =>
  new ApiError(
    "invalid_api_key",
    "There is no such secret key. Use a key of the installation that you call, or create one in its dashboard.",
  );

/** Texts that are often sent in place of a key. None of them is quoted. */
const NO_KEYS: readonly (readonly [form: RegExp, received: string])[] = [
  [/^(undefined|null|none|nil)$/i, "a variable without a value: check the variable with the key"],
  [/^[$<{[%:]|your|api_?key|secret_?key$/i, "a placeholder: put your key in its place"],
  [/^["'`].*["'`]$/, "in quotation marks: send the key without them"],
  [/^eyJ/, "a JSON Web Token: send a session token complete, with svc_tok_test_ or svc_tok_live_ before it"],
  [/^(sk|pk|rk)_(live|test)_/, "the key of another service"],
  [/^whsec_/, "a webhook signing secret, which only verifies webhooks"],
  [/^[a-z]{2,5}_[0-9A-HJKMNP-TV-Z]{26}$/, "an id, not a key"],
];

function mistypedKey(text: string): ApiError {
  const received = NO_KEYS.find(([form]) => form.test(text))?.[1];
  const message = text.startsWith("svc_")
    ? "This is not a complete secret key: its checksum fails. Keys begin with svc_sk_ or svc_rk_ and the mode; copy it again."
    : `This is not a secret key: keys begin with svc_sk_ or svc_rk_ and the mode.${received === undefined ? "" : ` It is ${received}.`}`;
  return new ApiError("invalid_api_key", message);
}

async function claimByKey(services: CredentialServices, key: string): Promise<Claim> {
  if (!isWellFormed(key)) throw mistypedKey(key);
  const hash = await hashSecretKey(key);
  const name = toHex(hash);
  const load = () => services.knownKeys.ask(name, () => loadKey(services, hash));
  const isProven = () => hasValidTag(services.serviceKey, key);
  return { kind: "secret_key", counter: `key:${name}`, isProven, load };
}

async function loadKey(services: CredentialServices, hash: Uint8Array): Promise<SecretKeyPrincipal> {
  const row = await findKeyByHash(services.db, hash);
  if (row === undefined) throw invalidKey();
  if (row.revokedAt !== null)
    throw new ApiError("api_key_revoked", "This secret key has been revoked. Use another key of the tenant.");
  const scope = { tenantId: row.tenantId, mode: row.mode };
  const now = services.clock();
  if (now - (row.lastUsedAt ?? 0) > TOUCH_EVERY_MS) {
    services.background(commit(services.db, [touchKey(services.db, scope, row.id, now)]));
  }
  const { id: keyId, settings, monthlyCap, scopes, networks, expiresAt } = row;
  const rights = { scopes, networks, expiresAt };
  return { kind: "secret_key", scope, keyId, rights, settings, monthlyCap };
}

const invalidLink = () =>
  new ApiError(
    "link_invalid",
    "There is no such link, or a newer one has replaced it. Your server makes another one: POST /v1/verifications/{id}/links.",
  );

async function claimByLink(services: CredentialServices, secret: string): Promise<Claim> {
  if (!isLinkSecret(secret)) throw invalidLink();
  const hash = await hashLink(secret);
  return {
    kind: "link",
    counter: `link:${toHex(hash)}`,
    isProven: () => hasValidTag(services.serviceKey, secret),
    secretHash: hash,
    load: () => loadLink(services, hash),
  };
}

async function loadLink({ db, clock }: CredentialServices, hash: Uint8Array): Promise<LinkPrincipal> {
  const row = await findLink(db, hash);
  if (row === undefined) throw invalidLink();
  const { scope, expiresAt, verification } = row;
  if (expiresAt <= clock()) throw new ApiError("link_expired", "This link's time is over.");
  const verificationId = verification.id;
  return { kind: "link", scope, monthlyCap: null, hash, verificationId, verification, expiresAt };
}

const usedCode = () =>
  new ApiError("handoff_expired", "This code is over or used: scan the one that the computer shows now.");

async function claimByCode(services: CredentialServices, text: string): Promise<Claim> {
  const code = await readCode(services.serviceKey, text);
  if (code === null)
    throw new ApiError("link_invalid", "There is no such code. Scan the one that the computer shows now.");
  const load = async (): Promise<HandoffPrincipal> => {
    const row = await findShownHandoff(services.db, code.id);
    if (row === undefined || !isGood(code, row.handoff, services.clock())) throw usedCode();
    const { scope, handoff, verification } = row;
    const { hash } = code;
    const verificationId = verification.id;
    return { kind: "handoff", scope, monthlyCap: null, hash, verificationId, verification, handoff };
  };
  return {
    kind: "handoff",
    counter: `handoff:${toHex(code.hash)}`,
    isProven: async () => true,
    secretHash: code.hash,
    load,
  };
}

async function claimByToken(services: CredentialServices, text: string): Promise<Claim> {
  const token = await services.tokens.verify(text, services.clock());
  return {
    kind: "session_token",
    counter: `token:${token.jti}`,
    readCounter: `verification:${token.verificationId}`,
    isProven: async () => true,
    load: () => loadToken(services, token),
  };
}

async function loadToken({ db }: CredentialServices, token: SessionToken): Promise<SessionTokenPrincipal> {
  const { scope, jti, verificationId } = token;
  const row = await findToken(db, scope, jti);
  if (row === undefined || row.verification.id !== verificationId) {
    throw new ApiError(
      "token_invalid",
      "The session token is not valid here. Get a new one from your server: POST /v1/sessions.",
    );
  }
  if (row.revokedAt !== null)
    throw new ApiError(
      "token_revoked",
      "This session token has been revoked. While the verification is open or may be contested, your server gets another one: POST /v1/sessions.",
    );
  const { verification, monthlyCap, reportedRevision, origins, device } = row;
  return {
    kind: "session_token",
    scope,
    jti,
    device,
    verificationId,
    verification,
    monthlyCap,
    reportedRevision,
    origins,
  };
}

/** How a credential is read, by the prefix of its kind; any other text is read as a secret key. */
const CLAIMS = [
  { prefix: "svc_tok_", kind: "session_token", claim: claimByToken },
  { prefix: "svc_link_", kind: "link", claim: claimByLink },
  { prefix: "svc_hand_", kind: "handoff", claim: claimByCode },
  { prefix: "", kind: "secret_key", claim: claimByKey },
] as const;

const kindOf = (credential: string) => CLAIMS.find(({ prefix }) => credential.startsWith(prefix))!;
