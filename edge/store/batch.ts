import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { LibSQLDatabase } from "drizzle-orm/libsql/driver-core";

export type Database = LibSQLDatabase;

/** One SQL statement of a batch. */
export type Statement = BatchItem<"sqlite">;

/**
 * Runs the statements in one transaction and one round trip: all of them, or none. Begin with a write, so
 * that the transaction takes the write lock at once and cannot fail to take it later.
 */
export async function commit(db: Database, statements: readonly Statement[]): Promise<unknown[]> {
  const [first, ...rest] = statements;
  return first === undefined ? [] : await db.batch([first, ...rest]);
}

/**
 * Rolls its whole batch back unless the condition holds after the statements before it. `isUnmet` recognises
 * the error. SQLite can raise an error outside of triggers only through a function, here `json` on a text
 * that is not JSON.
 */
export const onlyIf = (db: Database, condition: SQL): Statement =>
  db.run(sql`select case when ${condition} then 1 else json('unmet') end`);

/** Whether `onlyIf` raised the error. */
export const isUnmet = (error: unknown): boolean => mentions(error, "malformed JSON");

/** Whether SQLite rejected a duplicate in this table's primary key or unique index. */
export function isDuplicate(error: unknown, table: string): boolean {
  // Only SQLite's message names the table, and every libSQL server passes the message on.
  return mentions(error, `UNIQUE constraint failed: ${table}.`);
}

/** Whether SQLite rejected null in a column, named as in `table.column`. */
export const refusesNull = (error: unknown, column: string): boolean =>
  mentions(error, `NOT NULL constraint failed: ${column}`);

function mentions(error: unknown, text: string): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at.message.includes(text)) return true;
  }
  return false;
}
