import { findOpenInvitation } from "../store/accounts/invitations.ts";
import { findSignUp } from "../store/accounts/sign-ups.ts";
import type { Database } from "../store/batch.ts";
import { linkSecretHash } from "./link-secret.ts";

/** The open invitation of a link; undefined for an unknown, used, revoked or expired link. */
export async function openInvitation(db: Database, secret: string, now: number) {
  return findOpenInvitation(db, await linkSecretHash(secret), now);
}

export type OpenInvitation = NonNullable<Awaited<ReturnType<typeof openInvitation>>>;

/** The address that a sign-up link was sent to; null for an unknown or expired link. */
export async function openSignUp(db: Database, secret: string, now: number): Promise<string | null> {
  return findSignUp(db, await linkSecretHash(secret), now);
}
