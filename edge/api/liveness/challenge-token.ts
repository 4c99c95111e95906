import { ApiError } from "../../errors.ts";
import { ID_PREFIXES } from "../../ids.ts";
import type { Scope } from "../../scope.ts";
import type { Services } from "../../services.ts";
import { type ChallengeRow, findChallenge } from "../../store/verifications/challenges.ts";

const PREFIX = "chl_tok_";
const CONTEXT = "liveness_challenge_token";

/** A token for a challenge: its id, sealed with the tenant's key, so that nobody can make or guess one. */
export async function sealChallengeToken(services: Services, scope: Scope, id: string): Promise<string> {
  const sealed = await services.vault.seal(scope, `${CONTEXT}:${scope.mode}`, new TextEncoder().encode(id));
  return PREFIX + toBase64Url(sealed);
}

/**
 * The challenge that a token stands for, in this tenant, mode and verification. Refuses with `challenge_required`,
 * `challenge_invalid`, `challenge_expired` or `challenge_used`.
 */
export async function loadChallenge(
  services: Services,
  scope: Scope,
  token: string | undefined,
  use: { verificationId: string | null; now: number },
): Promise<ChallengeRow> {
  const param = "challenge_token";
  if (token === undefined) {
    throw new ApiError("challenge_required", "A challenge check needs a challenge_token.", { param });
  }
  const invalid = new ApiError("challenge_invalid", "The challenge_token is not valid here.", { param });
  const id = await openToken(services, scope, token);
  const challenge = id === null ? undefined : await findChallenge(services.db, scope, id);
  if (challenge === undefined) throw invalid;
  if (challenge.verificationId !== null && challenge.verificationId !== use.verificationId) throw invalid;
  if (challenge.usedAt !== null) throw used();
  if (challenge.expiresAt <= use.now) {
    throw new ApiError("challenge_expired", "The challenge has expired.", { param });
  }
  return challenge;
}

/** Throws `challenge_used` when another call has used the challenge meanwhile. */
export async function requireUnused({ db }: Services, scope: Scope, id: string): Promise<void> {
  if ((await findChallenge(db, scope, id))?.usedAt != null) throw used();
}

const used = () =>
  new ApiError("challenge_used", "The challenge has been used already.", { param: "challenge_token" });

async function openToken(services: Services, scope: Scope, token: string): Promise<string | null> {
  const sealed = token.startsWith(PREFIX) ? fromBase64Url(token.slice(PREFIX.length)) : null;
  if (sealed === null) return null;
  try {
    const id = new TextDecoder().decode(await services.vault.open(scope, `${CONTEXT}:${scope.mode}`, sealed));
    return id.startsWith(ID_PREFIXES.challenge) ? id : null;
  } catch {
    // Forged, cut, or another tenant's or mode's: all are one and the same refusal.
    return null;
  }
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function fromBase64Url(text: string): Uint8Array | null {
  if (!/^[\w-]{1,512}$/.test(text)) return null;
  const base64 = text.replaceAll("-", "+").replaceAll("_", "/");
  if (base64.length % 4 === 1) return null;
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
