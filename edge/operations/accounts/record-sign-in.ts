import { findMembership } from "../../store/accounts/members.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { VisitorContext } from "../commit/context.ts";

/** Tells the audit log of a sign-in that is complete. better-auth has made the session. */
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
