import { findMember, findMembership } from "../../store/accounts/members.ts";
import { endSessions, forgetChallenges } from "../../store/accounts/users.ts";
import { commit } from "../commit/commit.ts";
import { auditEntry, type Context, type TenantContext, type VisitorContext } from "../commit/context.ts";

interface SignedIn {
  readonly userId: string;
  readonly bySecondFactor: boolean;
  /** Whether the identity provider has identified the person. */
  readonly byProvider?: boolean;
}

/** Audits a complete sign-in. better-auth has made the session. */
export async function recordSignIn(
  ctx: VisitorContext,
  { userId, bySecondFactor, byProvider = false }: SignedIn,
): Promise<void> {
  const { services, address, now } = ctx;
  const membership = await findMembership(services.db, userId);
  if (membership === undefined) return;
  const by = { tenantId: membership.tenantId, actor: { kind: "staff", userId, address }, now } as const;
  const entry = {
    action: "session.begin",
    target: userId,
    after: { second_factor: bySecondFactor, ...(byProvider && { identity_provider: true }) },
  };
  await commit(ctx, { statements: [], audit: [auditEntry(by, entry)] });
}

/** The reason of a failed sign-in. */
export type SignInRefusal = "wrong_password" | "wrong_code" | "second_factor_locked";

/** Audits a failed sign-in in the account's tenant; nothing for an address without an account. */
export async function recordRefusedSignIn(
  ctx: VisitorContext,
  { email, reason }: { readonly email: string; readonly reason: SignInRefusal },
): Promise<void> {
  const { services, address, now } = ctx;
  const member = await findMember(services.db, email);
  if (member === undefined) return;
  const by = { tenantId: member.tenantId, actor: { kind: "visitor", address }, now } as const;
  const entry = { action: "session.refuse", target: member.userId, after: { reason } };
  await commit(ctx, { statements: [], audit: [auditEntry(by, entry)] });
}

export type ProfileChange = "profile.password" | "profile.second_factor_on" | "profile.second_factor_off";

/**
 * Runs after better-auth has changed a user's own account. A new password invalidates reset links and
 * incomplete sign-ins, then the change is audited. The links come first, so that they are invalid even if the
 * audit entry fails.
 */
export async function finishProfileChange(
  ctx: TenantContext,
  { userId, change }: { readonly userId: string; readonly change: ProfileChange },
): Promise<void> {
  const { db } = ctx.services;
  if (change === "profile.password") await commit(ctx, { statements: forgetChallenges(db, userId) });
  await commit(ctx, { statements: [], audit: [auditEntry(ctx, { action: change, target: userId })] });
}

/**
 * Ends the sessions and incomplete sign-ins of the old password, then audits the reset. In this order the
 * sessions end even if the audit entry fails. better-auth does not report the address of the reset.
 */
export async function finishReset(
  ctx: Omit<Context, "actor">,
  { userId }: { readonly userId: string },
): Promise<void> {
  const { services, now } = ctx;
  const { db } = services;
  await commit(ctx, { statements: [endSessions(db, userId), ...forgetChallenges(db, userId)] });
  const membership = await findMembership(db, userId);
  if (membership === undefined) return;
  const by = { tenantId: membership.tenantId, actor: { kind: "staff", userId, address: null }, now } as const;
  const entry = auditEntry(by, { action: "profile.password_reset", target: userId });
  await commit(ctx, { statements: [], audit: [entry] });
}
