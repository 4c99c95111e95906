import { linkSecretHash, newLinkSecret } from "../../accounts/link-secret.ts";
import type { Mailer } from "../../ports/mail.ts";
import { findSignUp, hasAccount, insertSignUp } from "../../store/accounts/sign-ups.ts";
import { commit, type Database } from "../../store/batch.ts";

const VALID_MS = 60 * 60 * 1000;

/**
 * Mails an address the link by which it signs up, or, where it has an account, a word of that: who asked learns neither,
 * and whose address it is learns both.
 */
export async function sendSignUpLink(
  { db, mailer, publicUrl }: { readonly db: Database; readonly mailer: Mailer; readonly publicUrl: string },
  email: string,
  now: number,
): Promise<void> {
  const pageAt = (path: string) => new URL(`/dashboard/${path}`, publicUrl).href;
  if (await hasAccount(db, email)) {
    return mailer.send(knownMail(email, pageAt("sign-in"), pageAt("reset")));
  }
  const { secret, secretHash } = await newLinkSecret();
  await commit(db, [insertSignUp(db, { secretHash, email, now, until: now + VALID_MS })]);
  await mailer.send(linkMail(email, pageAt(`sign-up/${secret}`)));
}

/** The address that a link was sent to; null when there is no such link, or it is too old. */
export async function openSignUp(db: Database, secret: string, now: number): Promise<string | null> {
  return findSignUp(db, await linkSecretHash(secret), now);
}

const linkMail = (to: string, link: string) => ({
  to,
  subject: "Sign up to Selfsame",
  text: `Somebody, you we hope, wants to sign up to Selfsame with this address.\n\nGo on within an hour:\n${link}\n\nIf it was not you, there is nothing to do.\n`,
});

const knownMail = (to: string, signIn: string, reset: string) => ({
  to,
  subject: "You have a Selfsame account",
  text: `Somebody, you we hope, wanted to sign up to Selfsame with this address. It has an account already.\n\nSign in:\n${signIn}\n\nIf you forgot your password:\n${reset}\n\nIf it was not you, there is nothing to do.\n`,
});
