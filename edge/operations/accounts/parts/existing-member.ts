import { ApiError } from "../../../errors.ts";
import { listMembers } from "../../../store/accounts/members.ts";
import type { Database } from "../../../store/batch.ts";
import type { Role } from "../../../vocabulary/roles.ts";

/**
 * The role of a member. Throws 404 `not_found` for a person outside the tenant, and 400 `invalid_parameter`
 * where the change would leave the tenant without an owner.
 */
export async function existingMember(
  db: Database,
  tenantId: string,
  { userId, staysOwner }: { readonly userId: string; readonly staysOwner: boolean },
): Promise<Role> {
  const all = await listMembers(db, tenantId);
  const member = all.find((each) => each.userId === userId);
  if (member === undefined) throw new ApiError("not_found", "There is no such member.");
  const owners = all.filter(({ role }) => role === "owner");
  if (!staysOwner && owners.length === 1 && owners[0] === member) {
    throw new ApiError("invalid_parameter", "A tenant needs an owner: make somebody else one first.");
  }
  return member.role;
}

/** The refusal of a change whose member somebody else has changed meanwhile. */
export const outdated = () =>
  new ApiError("invalid_parameter", "Somebody else has just changed the members: look at them again.");
