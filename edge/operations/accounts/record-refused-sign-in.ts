import { findMember } from "../../store/accounts/members.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { VisitorContext } from "../commit/context.ts";

/** Why somebody was not signed in. */
export type SignInRefusal = "wrong_password" | "wrong_code" | "second_factor_locked";

/**
 * Tells the audit log of the tenant whose member somebody failed to be; nothing for an address without an
 * account.
 */
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
