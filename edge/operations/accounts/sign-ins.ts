import { findMember, findMembership } from "../../store/accounts/members.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { VisitorContext } from "../commit/context.ts";

/** Audits a complete sign-in. better-auth has made the session. */
export async function recordSignIn(
  ctx: VisitorContext,
  { userId, bySecondFactor }: { readonly userId: string; readonly bySecondFactor: boolean },
): Promise<void> {
  const { services, address, now } = ctx;
  const membership = await findMembership(services.db, userId);
  if (membership === undefined) return;
  const by = { tenantId: membership.tenantId, actor: { kind: "staff", userId, address }, now } as const;
  const entry = { action: "session.begin", target: userId, after: { second_factor: bySecondFactor } };
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
