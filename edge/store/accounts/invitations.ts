import { and, desc, eq, exists, gt, isNull } from "drizzle-orm";
import { invitations } from "../../../drizzle/schema/dashboard.ts";
import { tenants } from "../../../drizzle/schema/tenants.ts";
import { type Database, onlyIf, type Statement } from "../batch.ts";

type NewInvitation = Omit<typeof invitations.$inferInsert, "acceptedAt" | "revokedAt">;

const isOpen = (now: number) =>
  and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt), gt(invitations.expiresAt, now));

export function insertInvitation(db: Database, row: NewInvitation): Statement {
  return db.insert(invitations).values(row);
}

/** The open invitation whose link secret has this hash. Takes no tenant: the link determines the tenant. */
export async function findOpenInvitation(db: Database, tokenHash: string, now: number) {
  const { id, tenantId, email, role } = invitations;
  const [row] = await db
    .select({ id, tenantId, email, role, tenantName: tenants.name })
    .from(invitations)
    .innerJoin(tenants, eq(tenants.id, invitations.tenantId))
    .where(and(eq(invitations.tokenHash, tokenHash), isOpen(now)));
  return row;
}

/** The newest open invitation of an address, in lower case. Takes no tenant: the address determines it. */
export async function findInvitationOf(db: Database, address: string, now: number) {
  const { id, tenantId, email, role } = invitations;
  const [row] = await db
    .select({ id, tenantId, email, role })
    .from(invitations)
    .where(and(eq(email, address), isOpen(now)))
    .orderBy(desc(id))
    .limit(1);
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

const byId = (tenantId: string, id: string) =>
  and(eq(invitations.tenantId, tenantId), eq(invitations.id, id));

/** Closes the invitation; rolls the batch back unless it is open. */
function close(
  db: Database,
  tenantId: string,
  id: string,
  now: number,
  closed: { acceptedAt: number } | { revokedAt: number },
): Statement[] {
  const open = and(byId(tenantId, id), isOpen(now));
  return [
    onlyIf(db, exists(db.select({ id: invitations.id }).from(invitations).where(open))),
    db.update(invitations).set(closed).where(open),
  ];
}

/** Rolls the batch back unless the invitation is open. */
export const acceptInvitation = (db: Database, tenantId: string, id: string, now: number) =>
  close(db, tenantId, id, now, { acceptedAt: now });

/** Rolls the batch back unless the invitation is open. */
export const revokeInvitation = (db: Database, tenantId: string, id: string, now: number) =>
  close(db, tenantId, id, now, { revokedAt: now });

/** Revokes all open invitations that this member of the tenant has sent. */
export function revokeInvitationsBy(db: Database, tenantId: string, userId: string, now: number): Statement {
  return db
    .update(invitations)
    .set({ revokedAt: now })
    .where(and(eq(invitations.tenantId, tenantId), eq(invitations.invitedBy, userId), isOpen(now)));
}
