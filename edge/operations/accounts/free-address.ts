import { ApiError } from "../../errors.ts";
import { revokeInvitationsBy } from "../../store/accounts/invitations.ts";
import { deleteLogin, findMember } from "../../store/accounts/members.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { Context } from "../commit/context.ts";

/**
 * Removes the account of an address, so that its owner can sign up or be invited: somebody else may have
 * taken it where addresses are not proven. Removes the last owner of a tenant as well, which then has none.
 * Throws 404 `not_found` for an address without an account.
 */
export async function freeAddress(
  ctx: Context,
  { email }: { readonly email: string },
): Promise<{ userId: string; tenantId: string }> {
  const { services, now } = ctx;
  const member = await findMember(services.db, email.toLowerCase());
  if (member === undefined) throw new ApiError("not_found", "This address has no account.");
  const { userId, tenantId, role } = member;
  await commit(ctx, {
    statements: [
      ...deleteLogin(services.db, tenantId, userId),
      revokeInvitationsBy(services.db, tenantId, userId, now),
    ],
    audit: [auditEntry({ ...ctx, tenantId }, { action: "member.delete", target: userId, before: { role } })],
  });
  return { userId, tenantId };
}
