import { count, eq, ne } from "drizzle-orm";
import { wrappedKeys } from "../../../drizzle/schema/tenants.ts";
import type { WrappedKey } from "../../crypto/wrapped-key.ts";
import type { Database, Statement } from "../batch.ts";

/** Does nothing if the owner has a key: data under that key must stay readable. */
export const insertWrappedKey = (db: Database, key: WrappedKey): Statement =>
  db.insert(wrappedKeys).values(key).onConflictDoNothing();

/** The key of a tenant, or of the service. */
export async function findWrappedKey(db: Database, owner: string): Promise<WrappedKey | undefined> {
  const [row] = await db.select().from(wrappedKeys).where(eq(wrappedKeys.owner, owner));
  return row;
}

/** Only for the operator: how many keys each master key wraps. */
export const countWrapped = (db: Database): Promise<{ masterKeyId: string; keys: number }[]> =>
  db
    .select({ masterKeyId: wrappedKeys.masterKeyId, keys: count() })
    .from(wrappedKeys)
    .groupBy(wrappedKeys.masterKeyId);

/** Only for the operator: the next `limit` keys that other master keys than this one wrap. */
export const listWrappedByOthers = (
  db: Database,
  masterKeyId: string,
  limit: number,
): Promise<WrappedKey[]> =>
  db.select().from(wrappedKeys).where(ne(wrappedKeys.masterKeyId, masterKeyId)).limit(limit);

/** The same key under another master key. Does nothing if the tenant was erased meanwhile. */
export const replaceWrapped = (db: Database, { owner, masterKeyId, wrapped }: WrappedKey): Statement =>
  db.update(wrappedKeys).set({ masterKeyId, wrapped }).where(eq(wrappedKeys.owner, owner));
