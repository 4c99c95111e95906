import { newLinkSecret } from "../../auth/capture-link.ts";
import { type DeviceProof, hasSigned, isFresh, proofText, thumbprintOf } from "../../auth/device-key.ts";
import { TTL } from "../../auth/session-token.ts";
import { DAY_MS } from "../../core/clock.ts";
import { ApiError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import type { Scope } from "../../core/scope.ts";
import type { Statement } from "../../store/batch.ts";
import { insertToken } from "../../store/tenancy/tokens.ts";
import { deleteLinks, insertLink } from "../../store/verifications/links.ts";
import { contestableUntil } from "../../verification/contest.ts";
import type { Verification } from "../../verification/types.ts";
import type { Services } from "../commit/context.ts";

export interface MintedToken {
  readonly token: string;
  readonly jti: string;
  /** Milliseconds since the epoch, on a whole second, as the token itself says. */
  readonly expiresAt: number;
  readonly expiresIn: number;
}

/** A verification and a token for it. */
export interface MintedSession {
  readonly verification: Verification;
  readonly token: MintedToken;
}

/**
 * Makes a session token that is bound to a verification, and the row that lets it be revoked. The row must be
 * committed before the token is given out: an unknown `jti` is rejected.
 */
export async function mintToken(
  { db, tokens }: Services<"tokens">,
  scope: Scope,
  { verificationId, device = null }: { readonly verificationId: string; readonly device?: string | null },
  now: number,
  ttlSeconds: number,
): Promise<MintedToken & { readonly statement: Statement }> {
  const jti = newId("token", now);
  const token = await tokens.issue({ scope, jti, verificationId }, now, ttlSeconds);
  const expiresAt = (Math.floor(now / 1000) + ttlSeconds) * 1000;
  const statement = insertToken(db, scope, { jti, verificationId, device, createdAt: now, expiresAt });
  return { token, jti, expiresAt, expiresIn: ttlSeconds, statement };
}

/** A token of a device that has proven its key, with the tenant's maximum lifetime. */
export function mintForDevice(
  services: Services<"tokens">,
  scope: Scope,
  bound: { readonly verificationId: string; readonly device: string; readonly maxTtlSeconds: number },
  now: number,
): ReturnType<typeof mintToken> {
  return mintToken(services, scope, bound, now, Math.min(TTL.default, bound.maxTtlSeconds));
}

/** The longest life of a link: an old message that somebody finds opens nothing. */
const LONGEST_MS = DAY_MS;

/** A new link. The secret is shown this once. */
export interface NewLink {
  readonly secret: string;
  /** Milliseconds since the epoch: at the latest when the verification ends, or the time to contest it. */
  readonly expiresAt: number;
}

/**
 * Makes a link of a verification, and the statements that invalidate the earlier ones and store its digest.
 */
export async function newLink(
  { db, serviceKey }: Services<"serviceKey">,
  scope: Scope,
  verification: Verification,
  now: number,
): Promise<NewLink & { readonly statements: readonly Statement[] }> {
  const { secret, hash } = await newLinkSecret(serviceKey, scope.mode);
  const { id: verificationId, expiresAt: endsAt } = verification;
  const expiresAt = Math.min(now + LONGEST_MS, contestableUntil(verification) ?? endsAt);
  const statements = [
    deleteLinks(db, scope, verificationId),
    insertLink(db, scope, { hash, verificationId, expiresAt }),
  ];
  return { secret, expiresAt, statements };
}

/** A device's proof over one of our secrets. */
export interface Proven {
  readonly proof: DeviceProof;
  /** The origin of the service, which the proof is for. */
  readonly origin: string;
}

export const linkInvalid = (message: string) => new ApiError("link_invalid", message, { param: "proof" });

/**
 * The thumbprint of the device that made the proof over the secret with this SHA-256. Throws 401
 * `link_invalid` for an old or a wrong proof.
 */
export async function provenDevice(
  { proof, origin }: Proven,
  secretHash: Uint8Array,
  now: number,
): Promise<string> {
  if (!isFresh(proof, now)) {
    throw linkInvalid("The proof is of another time: sign with the time of the header Date.");
  }
  if (!(await hasSigned(proof, proofText(origin, secretHash, proof.signedAt)))) {
    throw linkInvalid("The key has not signed this secret, origin and time.");
  }
  return thumbprintOf(proof.key);
}
