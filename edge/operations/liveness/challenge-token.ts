import { ApiError } from "../../core/errors.ts";
import { ID_PREFIXES } from "../../core/ids.ts";
import type { Scope } from "../../core/scope.ts";
import { fromBase64Url, toBase64Url } from "../../crypto/encoding.ts";
import { type ChallengeRow, findChallenge } from "../../store/verifications/challenges.ts";
import type { Services } from "../commit/context.ts";

const PREFIX = "chl_tok_";
const CONTEXT = "liveness_challenge_token";

/** Longer than any of our tokens, in characters. */
const MAX_LENGTH = 512;

/**
 * A token for a challenge: the challenge's id, encrypted with the tenant's key, so that no token can be made
 * or guessed.
 */
export async function encryptChallengeToken(
  services: Services<"vault">,
  scope: Scope,
  id: string,
): Promise<string> {
  const encrypted = await services.vault.encrypt(
    scope,
    `${CONTEXT}:${scope.mode}`,
    new TextEncoder().encode(id),
  );
  return PREFIX + toBase64Url(encrypted);
}

/**
 * The challenge of a token, in this tenant, mode and verification. Throws 400 `challenge_required`,
 * `challenge_invalid`, `challenge_expired` or `challenge_used`.
 */
export async function loadChallenge(
  services: Services<"vault">,
  scope: Scope,
  token: string | undefined,
  use: { verificationId: string | null; now: number },
): Promise<ChallengeRow> {
  const param = "challenge_token";
  if (token === undefined) {
    throw new ApiError(
      "challenge_required",
      "A challenge check needs a challenge_token. Create one: POST /v1/liveness/challenges.",
      { param },
    );
  }
  const invalid = new ApiError(
    "challenge_invalid",
    "The challenge_token is not one of this tenant, mode and verification. Send it with the credential that made it, or create a new challenge.",
    { param },
  );
  const id = await openToken(services, scope, token);
  const challenge = id === null ? undefined : await findChallenge(services.db, scope, id);
  if (challenge === undefined) throw invalid;
  if (challenge.verificationId !== null && challenge.verificationId !== use.verificationId) throw invalid;
  if (challenge.usedAt !== null) throw used();
  if (challenge.expiresAt <= use.now) {
    throw new ApiError(
      "challenge_expired",
      "The challenge has expired: it is valid for 120 seconds. Create a new one.",
      { param },
    );
  }
  return challenge;
}

/** Throws 400 `challenge_used` when another call has used the challenge meanwhile. */
export async function requireUnused({ db }: Services, scope: Scope, id: string): Promise<void> {
  if ((await findChallenge(db, scope, id))?.usedAt != null) throw used();
}

const used = () =>
  new ApiError(
    "challenge_used",
    "The challenge has been used already. Create a new one: POST /v1/liveness/challenges.",
    { param: "challenge_token" },
  );

async function openToken(services: Services<"vault">, scope: Scope, token: string): Promise<string | null> {
  if (!token.startsWith(PREFIX) || token.length > MAX_LENGTH) return null;
  const encrypted = fromBase64Url(token.slice(PREFIX.length));
  if (encrypted === null) return null;
  try {
    const id = new TextDecoder().decode(
      await services.vault.open(scope, `${CONTEXT}:${scope.mode}`, encrypted),
    );
    return id.startsWith(ID_PREFIXES.challenge) ? id : null;
  } catch {
    // A forged or cut token, and a token of another tenant or mode, have the same rejection.
    return null;
  }
}
