import { forgetChallenges } from "../../store/accounts/sessions.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { TenantContext } from "../commit/context.ts";

export type ProfileChange = "profile.password" | "profile.second_factor_on" | "profile.second_factor_off";

/**
 * Follows a change that better-auth has made of a user's own account. A new password voids reset links and
 * half-done sign-ins, then the audit log is told. The links are voided first, so that they are void even
 * where the audit entry fails.
 */
export async function finishProfileChange(
  ctx: TenantContext,
  { userId, change }: { readonly userId: string; readonly change: ProfileChange },
): Promise<void> {
  const { db } = ctx.services;
  if (change === "profile.password") await commit(ctx, { statements: forgetChallenges(db, userId) });
  await commit(ctx, { statements: [], audit: [auditEntry(ctx, { action: change, target: userId })] });
}
