import { ApiError } from "../../errors.ts";
import { revokeInvitationsBy } from "../../store/accounts/invitations.ts";
import { deleteLogin, deleteMember, findMember } from "../../store/accounts/members.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { Context } from "../commit/context.ts";
import { ifUnmet } from "../parts/if-unmet.ts";
import { existingMember, outdated } from "./parts/existing-member.ts";

/**
 * Removes the account of an address, so that its owner can sign up or be invited: somebody else may have
 * taken it where addresses are not proven. `mayBeLastOwner`: a stranger may be the only owner of a tenant of
 * their own, which then has none. Throws 404 `not_found` for an address without an account, and 400
 * `invalid_parameter` for the last owner's otherwise.
 */
export async function freeAddress(
  ctx: Context,
  { email, mayBeLastOwner }: { readonly email: string; readonly mayBeLastOwner: boolean },
): Promise<{ userId: string; tenantId: string }> {
  const { services, now } = ctx;
  const member = await findMember(services.db, email.toLowerCase());
  if (member === undefined) throw new ApiError("not_found", "This address has no account.");
  const { userId, tenantId, role } = member;
  if (!mayBeLastOwner) await existingMember(services.db, tenantId, { userId, staysOwner: false });
  const remove = mayBeLastOwner ? deleteLogin : deleteMember;
  await commit(ctx, {
    statements: [
      ...remove(services.db, tenantId, userId, role),
      revokeInvitationsBy(services.db, tenantId, userId, now),
    ],
    audit: [auditEntry({ ...ctx, tenantId }, { action: "member.delete", target: userId, before: { role } })],
  }).catch(ifUnmet(outdated()));
  return { userId, tenantId };
}
