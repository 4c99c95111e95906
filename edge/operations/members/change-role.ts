import { ifUnmet } from "../../accounts/refusal.ts";
import { ApiError } from "../../errors.ts";
import { revokeInvitationsBy } from "../../store/accounts/invitations.ts";
import { deleteMember, listMembers, updateMemberRole } from "../../store/accounts/members.ts";
import type { Actor } from "../../store/audit/actor.ts";
import { commitAudited } from "../../store/audit/audit.ts";
import type { Database } from "../../store/batch.ts";
import type { Role } from "../../vocabulary/roles.ts";

/** Gives a member another role; the open invitations of who is no owner any more are void. 400 `invalid_parameter` when the tenant would be without an owner. */
export async function changeRole(
  db: Database,
  tenantId: string,
  userId: string,
  role: Role,
  actor: Actor,
  now: number,
): Promise<void> {
  const before = await existing(db, tenantId, userId, role === "owner");
  if (role === before) return;
  const entry = {
    ...{ tenantId, mode: null, at: now, actor, action: "member.role", target: userId },
    ...{ before: { role: before }, after: { role } },
  };
  const statements = updateMemberRole(db, tenantId, userId, { from: before, to: role });
  if (role !== "owner") statements.push(revokeInvitationsBy(db, tenantId, userId, now));
  await commitAudited(db, [entry], statements).catch(ifUnmet(outdated()));
}

/** Removes a member with their login; their sessions end at once, and their open invitations are void. */
export async function removeMember(
  db: Database,
  tenantId: string,
  userId: string,
  actor: Actor,
  now: number,
): Promise<void> {
  const before = await existing(db, tenantId, userId, false);
  const entry = {
    ...{ tenantId, mode: null, at: now, actor, action: "member.delete", target: userId },
    ...{ before: { role: before }, after: null },
  };
  const statements = [
    ...deleteMember(db, tenantId, userId, before),
    revokeInvitationsBy(db, tenantId, userId, now),
  ];
  await commitAudited(db, [entry], statements).catch(ifUnmet(outdated()));
}

const outdated = () =>
  new ApiError("invalid_parameter", "Somebody else has just changed the members: look at them again.");

/** The member's role. Refuses what would leave the tenant without an owner, unless they stay one. */
async function existing(db: Database, tenantId: string, userId: string, staysOwner: boolean): Promise<Role> {
  const all = await listMembers(db, tenantId);
  const member = all.find((each) => each.userId === userId);
  if (member === undefined) throw new ApiError("not_found", "There is no such member.");
  const owners = all.filter(({ role }) => role === "owner");
  if (!staysOwner && owners.length === 1 && owners[0] === member) {
    throw new ApiError("invalid_parameter", "A tenant needs an owner: make somebody else one first.");
  }
  return member.role;
}
