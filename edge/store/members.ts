import { and, asc, eq, inArray, sql } from "drizzle-orm";
import {
  members,
  type ROLES,
  userCredentials,
  userSecondFactors,
  userSessions,
  users,
} from "../../drizzle/schema/dashboard.ts";
import { tenants } from "../../drizzle/schema/tenants.ts";
import type { Database, Statement } from "./batch.ts";

export type MemberRole = (typeof ROLES)[number];

export type NewMember = typeof members.$inferInsert;

/** The tenant that a user works for. The one finder without a tenant: the user is what tells it. */
export async function findMembership(db: Database, userId: string) {
  const [row] = await db
    .select({ tenantId: members.tenantId, tenantName: tenants.name, role: members.role })
    .from(members)
    .innerJoin(tenants, eq(tenants.id, members.tenantId))
    .where(eq(members.userId, userId));
  return row;
}

/** A tenant's members, the first one first. */
export async function listMembers(db: Database, tenantId: string) {
  return db
    .select({
      userId: members.userId,
      name: users.name,
      email: users.email,
      role: members.role,
      hasSecondFactor: users.twoFactorEnabled,
      createdAt: members.createdAt,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.tenantId, tenantId))
    .orderBy(asc(members.createdAt), asc(members.userId));
}

export function insertMember(db: Database, row: NewMember): Statement {
  return db.insert(members).values(row);
}

const one = (tenantId: string, userId: string) =>
  and(eq(members.tenantId, tenantId), eq(members.userId, userId));

/** Whether somebody else is an owner: a tenant is never without one. */
const hasOtherOwner = (tenantId: string, userId: string) =>
  sql`exists (select 1 from ${members} other where other.tenant_id = ${tenantId} and other.role = 'owner' and other.user_id <> ${userId})`;

/** Gives the member this role, unless the tenant would be without an owner. */
export function updateMemberRole(
  db: Database,
  tenantId: string,
  userId: string,
  role: MemberRole,
): Statement {
  const keepsOwner = role === "owner" ? undefined : hasOtherOwner(tenantId, userId);
  return db
    .update(members)
    .set({ role })
    .where(and(one(tenantId, userId), keepsOwner));
}

/** Removes the member with their login and sessions, unless the tenant would be without an owner. */
export function deleteMember(db: Database, tenantId: string, userId: string): Statement[] {
  const gone = and(one(tenantId, userId), hasOtherOwner(tenantId, userId));
  const theirs = db.select({ id: members.userId }).from(members).where(gone);
  // The user last: what is theirs is found by their membership, and both go with the user.
  return [
    db.delete(userSessions).where(inArray(userSessions.userId, theirs)),
    db.delete(userCredentials).where(inArray(userCredentials.userId, theirs)),
    db.delete(userSecondFactors).where(inArray(userSecondFactors.userId, theirs)),
    db.delete(users).where(inArray(users.id, theirs)),
    db.delete(members).where(gone),
  ];
}
