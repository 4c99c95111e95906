import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { invitations } from "../../drizzle/schema/dashboard.ts";
import { tenants } from "../../drizzle/schema/tenants.ts";
import type { Database, Statement } from "./batch.ts";

export type NewInvitation = Omit<typeof invitations.$inferInsert, "acceptedAt" | "revokedAt">;

const isOpen = (now: number) =>
  and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt), gt(invitations.expiresAt, now));

export function insertInvitation(db: Database, row: NewInvitation): Statement {
  return db.insert(invitations).values(row);
}

/** The open invitation whose link holds the secret with this hash. It is the link that tells the tenant. */
export async function findOpenInvitation(db: Database, tokenHash: string, now: number) {
  const { id, tenantId, email, role } = invitations;
  const [row] = await db
    .select({ id, tenantId, email, role, tenantName: tenants.name })
    .from(invitations)
    .innerJoin(tenants, eq(tenants.id, invitations.tenantId))
    .where(and(eq(invitations.tokenHash, tokenHash), isOpen(now)));
  return row;
}

/** A tenant's open invitations, newest first. */
export async function listOpenInvitations(db: Database, tenantId: string, now: number) {
  const { id, email, role, createdAt, expiresAt } = invitations;
  return db
    .select({ id, email, role, createdAt, expiresAt })
    .from(invitations)
    .where(and(eq(invitations.tenantId, tenantId), isOpen(now)))
    .orderBy(desc(invitations.id));
}

const one = (tenantId: string, id: string) => and(eq(invitations.tenantId, tenantId), eq(invitations.id, id));

export function acceptInvitation(db: Database, tenantId: string, id: string, now: number): Statement {
  return db
    .update(invitations)
    .set({ acceptedAt: now })
    .where(and(one(tenantId, id), isOpen(now)));
}

export function revokeInvitation(db: Database, tenantId: string, id: string, now: number): Statement {
  return db
    .update(invitations)
    .set({ revokedAt: now })
    .where(and(one(tenantId, id), isOpen(now)));
}
