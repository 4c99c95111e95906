import { and, asc, eq, exists, inArray, sql } from "drizzle-orm";
import {
  members,
  userCredentials,
  userSecondFactors,
  userSessions,
  users,
} from "../../../drizzle/schema/dashboard.ts";
import { tenants } from "../../../drizzle/schema/tenants.ts";
import type { Role } from "../../../vocabulary/enumerations.ts";
import { type Database, onlyIf, type Statement } from "../batch.ts";

type NewMember = typeof members.$inferInsert;

/** The tenant that a user belongs to. Takes no tenant: the user determines the tenant. */
export async function findMembership(db: Database, userId: string) {
  const [row] = await db
    .select({
      tenantId: members.tenantId,
      tenantName: tenants.name,
      hidesPersonalData: tenants.hidePersonalData,
      role: members.role,
    })
    .from(members)
    .innerJoin(tenants, eq(tenants.id, members.tenantId))
    .where(eq(members.userId, userId));
  return row;
}

/** The member with this address, in lower case. Takes no tenant: the address determines the tenant. */
export async function findMember(db: Database, email: string) {
  const [row] = await db
    .select({ userId: members.userId, tenantId: members.tenantId, role: members.role })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(users.email, email));
  return row;
}

/** A tenant's members, oldest first. */
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

const byId = (tenantId: string, userId: string) =>
  and(eq(members.tenantId, tenantId), eq(members.userId, userId));

/** Whether the tenant has another owner: every tenant must keep at least one. */
const hasOtherOwner = (tenantId: string, userId: string) =>
  sql`exists (select 1 from ${members} other where other.tenant_id = ${tenantId} and other.role = 'owner' and other.user_id <> ${userId})`;

/**
 * Rolls the batch back unless the member still has this role and, if the change ends an ownership, the tenant
 * keeps another owner.
 */
function onlyIfStill(
  db: Database,
  tenantId: string,
  userId: string,
  role: Role,
  staysOwner: boolean,
): Statement {
  const keepsOwner = staysOwner ? undefined : hasOtherOwner(tenantId, userId);
  const still = and(byId(tenantId, userId), eq(members.role, role), keepsOwner);
  return onlyIf(db, exists(db.select({ id: members.userId }).from(members).where(still)));
}

/**
 * Gives the member another role. Rolls the batch back when the member's role has changed meanwhile, or when
 * no owner would be left.
 */
export function updateMemberRole(
  db: Database,
  tenantId: string,
  userId: string,
  role: { readonly from: Role; readonly to: Role },
): Statement[] {
  return [
    onlyIfStill(db, tenantId, userId, role.from, role.to === "owner"),
    db.update(members).set({ role: role.to }).where(byId(tenantId, userId)),
  ];
}

/**
 * Removes the member with their login and sessions. Rolls the batch back when the member's role has changed
 * meanwhile, or when no owner would be left.
 */
export const deleteMember = (db: Database, tenantId: string, userId: string, role: Role): Statement[] => [
  onlyIfStill(db, tenantId, userId, role, false),
  ...deleteLogin(db, tenantId, userId),
];

/** For the operator only: removes the member with their login, even the last owner. */
export function deleteLogin(db: Database, tenantId: string, userId: string): Statement[] {
  const theirs = db.select({ id: members.userId }).from(members).where(byId(tenantId, userId));
  // The user is deleted last: the other statements find the user's rows through the membership, which is
  // deleted with the user.
  return [
    db.delete(userSessions).where(inArray(userSessions.userId, theirs)),
    db.delete(userCredentials).where(inArray(userCredentials.userId, theirs)),
    db.delete(userSecondFactors).where(inArray(userSecondFactors.userId, theirs)),
    db.delete(users).where(inArray(users.id, theirs)),
    db.delete(members).where(byId(tenantId, userId)),
  ];
}
