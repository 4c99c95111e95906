import { MODES } from "../../../vocabulary/enumerations.ts";
import { linkPath, newLinkSecret } from "../../accounts/links.ts";
import { newSecretKey } from "../../auth/secret-key.ts";
import { newId } from "../../core/ids.ts";
import type { Mailer } from "../../platform/mail.ts";
import { hasAccount, insertSignUp } from "../../store/accounts/users.ts";
import { insertKey } from "../../store/tenancy/keys.ts";
import { insertTenant } from "../../store/tenancy/tenants.ts";
import { setUsageCap } from "../../store/tenancy/usage.ts";
import { insertWrappedKey } from "../../store/tenancy/wrapped-keys.ts";
import { commit } from "../commit/commit.ts";
import { auditEntry, type VisitorContext } from "../commit/context.ts";
import { ifTaken, newUser, type Person } from "./new-user.ts";

interface SignedUp {
  readonly tenantId: string;
  readonly userId: string;
  /** The first test key, shown this once. */
  readonly key: string;
}

/**
 * Makes a user, their tenant and its first test key, all or none. Both modes of the tenant start with the cap
 * of self-made tenants, which only the operator lifts. Throws 400 `invalid_parameter` if the address has an
 * account.
 */
export async function signUp(
  ctx: VisitorContext<"passwords" | "quotas" | "serviceKey" | "vault">,
  { person, tenantName: name }: { readonly person: Person; readonly tenantName: string },
): Promise<SignedUp> {
  const { services, address, now } = ctx;
  const { db } = services;
  const cap = services.quotas.signUpMonthlyCap;
  const tenantId = newId("tenant", now);
  const keyId = newId("apiKey", now);
  const { key, hash, hint } = await newSecretKey(services.serviceKey, "test");
  const { userId, statements } = await newUser(services, person, { tenantId, role: "owner" }, now);
  const by = { tenantId, actor: { kind: "staff", userId, address }, now } as const;
  await commit(ctx, {
    statements: [
      insertTenant(db, { id: tenantId, name, createdAt: now, monthlyCeiling: cap }),
      insertWrappedKey(db, await services.vault.newKey({ tenantId })),
      ...(cap === null ? [] : MODES.map((mode) => setUsageCap(db, { tenantId, mode }, cap))),
      ...statements,
      insertKey(db, { tenantId, mode: "test" }, { id: keyId, hash, hint, createdAt: now }),
    ],
    audit: [
      auditEntry(by, { action: "tenant.create", target: tenantId, after: { name, cap } }),
      auditEntry(by, { action: "member.create", target: userId, after: { role: "owner" } }),
      auditEntry(by, { action: "key.create", target: keyId, mode: "test", after: { hint } }),
    ],
  }).catch(ifTaken);
  return { tenantId, userId, key };
}

const VALID_MS = 60 * 60 * 1000;

/**
 * Mails an address a sign-up link, or a note that the address has an account. The page answers the same in
 * both cases, so that only the owner of the address learns of the account.
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
