import { and, count, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { apiKeys, tenants, usageCaps } from "../../../drizzle/schema/tenants.ts";
import type { Scope } from "../../core/scope.ts";
import { type Database, onlyIf, type Statement } from "../batch.ts";
import { tenantSettings } from "./tenants.ts";

/** The columns of a key's rights. */
const rights = { scopes: apiKeys.scopes, networks: apiKeys.networks, expiresAt: apiKeys.expiresAt };

type NewKey = Omit<typeof apiKeys.$inferInsert, keyof Scope>;

export function insertKey(db: Database, scope: Scope, row: NewKey): Statement {
  return db.insert(apiKeys).values({ ...row, tenantId: scope.tenantId, mode: scope.mode });
}

/** Rolls the batch back if the tenant and mode have `most` keys, revoked and expired ones aside. */
export function onlyIfRoomForKey(
  db: Database,
  scope: Scope,
  { most, now }: { readonly most: number; readonly now: number },
): Statement {
  const lasts = or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now));
  const inForce = and(inScope(apiKeys, scope), isNull(apiKeys.revokedAt), lasts);
  return onlyIf(db, sql`(${db.select({ n: count() }).from(apiKeys).where(inForce)}) < ${most}`);
}

/**
 * The key with this SHA-256, revoked keys included, with its tenant's settings and usage cap. Takes no scope:
 * the key determines the scope.
 */
export async function findKeyByHash(db: Database, hash: Uint8Array) {
  const [row] = await db
    .select({
      id: apiKeys.id,
      tenantId: apiKeys.tenantId,
      mode: apiKeys.mode,
      lastUsedAt: apiKeys.lastUsedAt,
      revokedAt: apiKeys.revokedAt,
      ...rights,
      settings: tenantSettings,
      monthlyCap: usageCaps.monthly,
    })
    .from(apiKeys)
    .innerJoin(tenants, eq(tenants.id, apiKeys.tenantId))
    .leftJoin(usageCaps, and(eq(usageCaps.tenantId, apiKeys.tenantId), eq(usageCaps.mode, apiKeys.mode)))
    .where(eq(apiKeys.hash, hash));
  return row;
}

/** A tenant's keys of both modes, newest first, without secrets and hashes. */
export async function listKeys(db: Database, tenantId: string) {
  return db
    .select({
      id: apiKeys.id,
      mode: apiKeys.mode,
      hint: apiKeys.hint,
      name: apiKeys.name,
      createdAt: apiKeys.createdAt,
      lastUsedAt: apiKeys.lastUsedAt,
      revokedAt: apiKeys.revokedAt,
      ...rights,
    })
    .from(apiKeys)
    .where(eq(apiKeys.tenantId, tenantId))
    .orderBy(desc(apiKeys.id));
}

export async function findKey(db: Database, tenantId: string, id: string) {
  const [row] = await db
    .select({ id: apiKeys.id, mode: apiKeys.mode, revokedAt: apiKeys.revokedAt })
    .from(apiKeys)
    .where(and(eq(apiKeys.tenantId, tenantId), eq(apiKeys.id, id)));
  return row;
}

/** Revokes a key of the tenant; a second revocation keeps the first one's time. */
export function revokeKey(db: Database, tenantId: string, id: string, now: number): Statement {
  return db
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(eq(apiKeys.tenantId, tenantId), eq(apiKeys.id, id), isNull(apiKeys.revokedAt)));
}

export function touchKey(db: Database, scope: Scope, id: string, now: number): Statement {
  return db
    .update(apiKeys)
    .set({ lastUsedAt: now })
    .where(and(inScope(apiKeys, scope), eq(apiKeys.id, id)));
}
