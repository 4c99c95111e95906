import { findMembership } from "../../store/accounts/members.ts";
import { endSessions, forgetChallenges } from "../../store/accounts/sessions.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { Context } from "../commit/context.ts";

/**
 * Ends all that the old password had begun, then tells the audit log: in this order and not in one batch, so
 * that no session goes on where the log cannot be written. better-auth does not say from where the reset was
 * asked for.
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
