import { desc, eq } from "drizzle-orm";
import { tenants } from "../../../drizzle/schema/tenants.ts";
import type { Database, Statement } from "../batch.ts";

export type TenantRow = typeof tenants.$inferSelect;

/** The settings of a tenant. */
export type TenantSettings = Pick<
  TenantRow,
  "storeMedia" | "eraseMediaAtDecision" | "retentionDays" | "maxTtlSeconds" | "faceMatchLevel"
>;

export const tenantSettings = {
  storeMedia: tenants.storeMedia,
  eraseMediaAtDecision: tenants.eraseMediaAtDecision,
  retentionDays: tenants.retentionDays,
  maxTtlSeconds: tenants.maxTtlSeconds,
  faceMatchLevel: tenants.faceMatchLevel,
};

export function insertTenant(db: Database, row: { id: string; name: string; createdAt: number }): Statement {
  return db.insert(tenants).values(row);
}

/** Only for the operator: every tenant, newest first. */
export async function listTenants(db: Database): Promise<TenantRow[]> {
  return db.select().from(tenants).orderBy(desc(tenants.id));
}

export async function findTenant(db: Database, tenantId: string): Promise<TenantRow | undefined> {
  const [row] = await db.select().from(tenants).where(eq(tenants.id, tenantId));
  return row;
}

export function updateTenantSettings(
  db: Database,
  tenantId: string,
  changes: Partial<TenantSettings>,
): Statement {
  return db.update(tenants).set(changes).where(eq(tenants.id, tenantId));
}
