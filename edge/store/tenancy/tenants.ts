import { desc, eq, gt } from "drizzle-orm";
import { tenants } from "../../../drizzle/schema/tenants.ts";
import type { Database, Statement } from "../batch.ts";

export type TenantRow = typeof tenants.$inferSelect;

/** The settings of a tenant. */
export type TenantSettings = Pick<
  TenantRow,
  | "storeMedia"
  | "eraseMediaAtDecision"
  | "retentionDays"
  | "registrationDays"
  | "maxTtlSeconds"
  | "faceMatchLevel"
>;

/** The settings for the members of a tenant, which no API call reads. */
export type MemberSettings = Pick<TenantRow, "secondReviewer" | "hidePersonalData">;

/** The settings that only the operator changes. */
export type OperatorSettings = Pick<TenantRow, "monthlyCeiling">;

export const tenantSettings = {
  storeMedia: tenants.storeMedia,
  eraseMediaAtDecision: tenants.eraseMediaAtDecision,
  retentionDays: tenants.retentionDays,
  registrationDays: tenants.registrationDays,
  maxTtlSeconds: tenants.maxTtlSeconds,
  faceMatchLevel: tenants.faceMatchLevel,
};

type NewTenant = Pick<TenantRow, "id" | "name" | "createdAt"> & Partial<Pick<TenantRow, "monthlyCeiling">>;

export function insertTenant(db: Database, row: NewTenant): Statement {
  return db.insert(tenants).values(row);
}

/** Only for the operator: every tenant, newest first. */
export async function listTenants(db: Database): Promise<TenantRow[]> {
  return db.select().from(tenants).orderBy(desc(tenants.id));
}

/** The ids of all tenants that come after this one. */
export async function listTenantIds(db: Database, after: string): Promise<string[]> {
  const rows = await db.select({ id: tenants.id }).from(tenants).where(gt(tenants.id, after));
  return rows.map(({ id }) => id);
}

export async function findTenant(db: Database, tenantId: string): Promise<TenantRow | undefined> {
  const [row] = await db.select().from(tenants).where(eq(tenants.id, tenantId));
  return row;
}

export function updateTenantSettings(
  db: Database,
  tenantId: string,
  changes: Partial<TenantSettings & MemberSettings & OperatorSettings>,
): Statement {
  // Images of earlier decisions are erased as well: the sweep processes all kept ones.
  const sweep = changes.eraseMediaAtDecision ? { mediaSweptTo: "" } : {};
  return db
    .update(tenants)
    .set({ ...changes, ...sweep })
    .where(eq(tenants.id, tenantId));
}
