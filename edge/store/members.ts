import { and, asc, eq } from "drizzle-orm";
import { members, type ROLES, users } from "../../drizzle/schema/dashboard.ts";
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

export function updateMemberRole(
  db: Database,
  tenantId: string,
  userId: string,
  role: MemberRole,
): Statement {
  return db.update(members).set({ role }).where(one(tenantId, userId));
}
