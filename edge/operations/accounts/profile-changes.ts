import { findMembership } from "../../store/accounts/members.ts";
import { endSessions, forgetChallenges } from "../../store/accounts/sessions.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { Context, TenantContext } from "../commit/context.ts";

export type ProfileChange = "profile.password" | "profile.second_factor_on" | "profile.second_factor_off";

/**
 * Follows a change that better-auth has made of a user's own account. A new password voids reset links and
 * half-done sign-ins, then the change is audited. The links are voided first, so that they are void even
 * if the audit entry fails.
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
 * Ends the sessions and half-done sign-ins of the old password, then audits the reset. The order ends the
 * sessions even if the log cannot be written. better-auth does not report the address of the reset.
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
