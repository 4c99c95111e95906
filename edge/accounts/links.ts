import { sha256Hex } from "../crypto/hashing.ts";
import { randomBase62 } from "../crypto/secret-text.ts";
import { isPublic } from "../platform/deployment.ts";
import type { Mailer } from "../platform/mail.ts";
import { findOpenInvitation } from "../store/accounts/invitations.ts";
import { findSignUp } from "../store/accounts/users.ts";
import type { Database } from "../store/batch.ts";

const LENGTH = 32;

/** A new secret for a link, and its hash. Only the hash is stored. */
export async function newLinkSecret(): Promise<{ secret: string; secretHash: string }> {
  const secret = randomBase62(LENGTH);
  return { secret, secretHash: await linkSecretHash(secret) };
}

/** The pages that open a link: see `dashboard/account/link.tsx`. */
const PAGES = { invitation: "invitation", signUp: "sign-up/link", newPassword: "new-password" } as const;

/** A link's address after the service's URL. The secret is in the fragment, which browsers do not send. */
export const linkPath = (page: keyof typeof PAGES, secret: string): string =>
  `/dashboard/${PAGES[page]}#${secret}`;

/** SHA-256 in lower-case hexadecimal. */
const linkSecretHash = (secret: string): Promise<string> => sha256Hex(secret);

/** The open invitation of a link; undefined for an unknown, used, revoked or expired link. */
export async function openInvitation(db: Database, secret: string, now: number) {
  return findOpenInvitation(db, await linkSecretHash(secret), now);
}

export type OpenInvitation = NonNullable<Awaited<ReturnType<typeof openInvitation>>>;

/** The address that a sign-up link was sent to; null for an unknown or expired link. */
export async function openSignUp(db: Database, secret: string, now: number): Promise<string | null> {
  return findSignUp(db, await linkSecretHash(secret), now);
}

/**
 * How an invitation reaches the invited person. `mail`: only by mail, so that accepting it proves the
 * address. `page`: the inviter passes the link on (a local stack). `operator`: a public deployment without
 * mail cannot prove an address, so the operator vouches for it.
 */
export function invitationsGoBy(mailer: Mailer | null, publicUrl: string): "mail" | "page" | "operator" {
  if (mailer?.reachesAddress) return "mail";
  return isPublic(publicUrl) ? "operator" : "page";
}
