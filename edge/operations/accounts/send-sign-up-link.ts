import { linkPath, newLinkSecret } from "../../accounts/links.ts";
import type { Mailer } from "../../platform/mail.ts";
import { hasAccount, insertSignUp } from "../../store/accounts/sign-ups.ts";
import { commit } from "../commit/commit.ts";
import type { VisitorContext } from "../commit/context.ts";

const VALID_MS = 60 * 60 * 1000;

/**
 * Mails an address a sign-up link, or a note that the address has an account. The page answers alike in both
 * cases, so that only the owner of the address learns of the account.
 */
export async function sendSignUpLink(
  ctx: VisitorContext,
  {
    email,
    mailer,
    publicUrl,
  }: { readonly email: string; readonly mailer: Mailer; readonly publicUrl: string },
): Promise<void> {
  const { services, now } = ctx;
  const pageAt = (path: string) => new URL(path, publicUrl).href;
  if (await hasAccount(services.db, email)) {
    return mailer.send(knownMail(email, pageAt("/dashboard/sign-in"), pageAt("/dashboard/reset")));
  }
  const { secret, secretHash } = await newLinkSecret();
  const link = { secretHash, email, now, until: now + VALID_MS };
  await commit(ctx, { statements: [insertSignUp(services.db, link)] });
  await mailer.send(linkMail(email, pageAt(linkPath("signUp", secret))));
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
