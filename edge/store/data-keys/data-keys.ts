import { and, asc, eq, inArray, isNull, lt, ne } from "drizzle-orm";
import { dataKeys } from "../../../drizzle/schema/data-keys.ts";
import type { Database, Statement } from "../batch.ts";

export type DataKeyRow = typeof dataKeys.$inferSelect;

/** The fields of a row that tell how far a pass has come. */
export type PassState = Pick<
  DataKeyRow,
  "place" | "after" | "seen" | "turned" | "unopened" | "startedAt" | "endedAt"
>;

/** Every data key that sealed something here, oldest first. */
export const listDataKeys = (db: Database): Promise<DataKeyRow[]> =>
  db.select().from(dataKeys).orderBy(asc(dataKeys.registeredAt), asc(dataKeys.id));

/** Notes that these keys, newest first, seal here. A key that was retired and seals again is so no more. */
export function registerKeys(db: Database, ids: readonly string[], now: number): Statement {
  return db
    .insert(dataKeys)
    .values(ids.map((id, age) => ({ id, registeredAt: now - age })))
    .onConflictDoUpdate({ target: dataKeys.id, set: { registeredAt: now, retiredAt: null } });
}

/** Lets one process sweep for a key until `until`: its answer affects a row where no other process does. */
export const takeSweep = (db: Database, id: string, now: number, until: number): Statement =>
  db
    .update(dataKeys)
    .set({ leaseUntil: until })
    .where(and(eq(dataKeys.id, id), lt(dataKeys.leaseUntil, now)));

/** Notes how far the sweep has come, and its next lease. Affects no row once the lease was lost. */
export const savePass = (
  db: Database,
  { id, lease }: { readonly id: string; readonly lease: number },
  pass: PassState,
  until: number,
): Statement =>
  db
    .update(dataKeys)
    .set({ ...pass, leaseUntil: until })
    .where(and(eq(dataKeys.id, id), eq(dataKeys.leaseUntil, lease)));

/** Nothing is sealed by another key than this one any more. */
export const retireOthers = (db: Database, id: string, now: number): Statement =>
  db
    .update(dataKeys)
    .set({ retiredAt: now })
    .where(and(ne(dataKeys.id, id), isNull(dataKeys.retiredAt)));

/** Forgets keys that are retired and are in no ring any more. */
export const forgetKeys = (db: Database, ids: readonly string[]): Statement =>
  db.delete(dataKeys).where(inArray(dataKeys.id, ids));
