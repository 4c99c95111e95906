import type { Role } from "../../../vocabulary/enumerations.ts";
import { ApiError } from "../../core/errors.ts";
import { revokeInvitationsBy } from "../../store/accounts/invitations.ts";
import {
  deleteLogin,
  deleteMember,
  findMember,
  listMembers,
  updateMemberRole,
} from "../../store/accounts/members.ts";
import type { Database } from "../../store/batch.ts";
import { commit, refuseOnConflict } from "../commit/commit.ts";
import { auditEntry, type Context, type TenantContext } from "../commit/context.ts";
import { ifTaken, newUser, type Person } from "./new-user.ts";

/** Makes a user who works for a tenant. Throws 400 `invalid_parameter` if the address has an account. */
export async function addMember(
  ctx: TenantContext<"passwords">,
  { person, role }: { readonly person: Person; readonly role: Role },
): Promise<{ userId: string }> {
  const { services, tenantId, now } = ctx;
  const { userId, statements } = await newUser(services, person, { tenantId, role }, now);
  await commit(ctx, {
    statements,
    audit: [auditEntry(ctx, { action: "member.create", target: userId, after: { role } })],
  }).catch(ifTaken);
  return { userId };
}

/**
 * Gives a member another role. Open invitations of a former owner are invalidated. Throws 400
 * `invalid_parameter` if the change would leave the tenant without an owner.
 */
export async function changeRole(
  ctx: TenantContext,
  { userId, role }: { readonly userId: string; readonly role: Role },
): Promise<void> {
  const { services, tenantId, now } = ctx;
  const before = await existingMember(services.db, tenantId, { userId, staysOwner: role === "owner" });
  if (role === before) return;
  const statements = updateMemberRole(services.db, tenantId, userId, { from: before, to: role });
  if (role !== "owner") statements.push(revokeInvitationsBy(services.db, tenantId, userId, now));
  const facts = { before: { role: before }, after: { role } };
  await commit(ctx, {
    statements,
    audit: [auditEntry(ctx, { action: "member.role", target: userId, ...facts })],
  }).catch(refuseOnConflict(outdated()));
}

/**
 * Removes a member with their login. Their sessions end at once, and their open invitations are invalidated.
 */
export async function removeMember(
  ctx: TenantContext,
  { userId }: { readonly userId: string },
): Promise<void> {
  const { services, tenantId } = ctx;
  const role = await existingMember(services.db, tenantId, { userId, staysOwner: false });
  await remove(ctx, { userId, role, deleting: deleteMember });
}

/**
 * Removes the account of an address, so that its owner can sign up or be invited: somebody else may have
 * taken it if addresses are not proven. `mayBeLastOwner`: allows removing the only owner of a tenant, which
 * then has none. Throws 404 `not_found` for an address without an account, and 400 `invalid_parameter` for
 * the last owner's otherwise.
 */
export async function freeAddress(
  ctx: Context,
  { email, mayBeLastOwner }: { readonly email: string; readonly mayBeLastOwner: boolean },
): Promise<{ userId: string; tenantId: string }> {
  const { db } = ctx.services;
  const member = await findMember(db, email.toLowerCase());
  if (member === undefined) throw new ApiError("not_found", "This address has no account.");
  const { userId, tenantId, role } = member;
  if (!mayBeLastOwner) await existingMember(db, tenantId, { userId, staysOwner: false });
  await remove({ ...ctx, tenantId }, { userId, role, deleting: mayBeLastOwner ? deleteLogin : deleteMember });
  return { userId, tenantId };
}

interface Removal {
  readonly userId: string;
  readonly role: Role;
  readonly deleting: typeof deleteMember;
}

async function remove(ctx: TenantContext, { userId, role, deleting }: Removal): Promise<void> {
  const { services, tenantId, now } = ctx;
  await commit(ctx, {
    statements: [
      ...deleting(services.db, tenantId, userId, role),
      revokeInvitationsBy(services.db, tenantId, userId, now),
    ],
    audit: [auditEntry(ctx, { action: "member.delete", target: userId, before: { role } })],
  }).catch(refuseOnConflict(outdated()));
}

/**
 * The role of a member. Throws 404 `not_found` for a person outside the tenant, and 400 `invalid_parameter`
 * if the change would leave the tenant without an owner.
 */
async function existingMember(
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

/** The rejection of a change if another call has changed the member meanwhile. */
const outdated = () =>
  new ApiError("invalid_parameter", "Somebody else has just changed the members: look at them again.");
