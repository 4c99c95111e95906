import type { BatchItem } from "drizzle-orm/batch";
import type { LibSQLDatabase } from "drizzle-orm/libsql/driver-core";

export type Database = LibSQLDatabase;

/** One statement of a batch. */
export type Statement = BatchItem<"sqlite">;

/**
 * Runs the statements in one transaction and one round trip: all of them, or none. Begin with a write, so that the
 * transaction takes the write lock at once and cannot fail to take it later.
 */
export async function commit(db: Database, statements: readonly Statement[]): Promise<unknown[]> {
  const [first, ...rest] = statements;
  return first === undefined ? [] : await db.batch([first, ...rest]);
}

/** Whether an error is SQLite's refusal of a duplicate in this table's primary key or unique index. */
export function isDuplicate(error: unknown, table: string): boolean {
  // SQLite's message is the only part that says which table, and every libSQL server passes it on.
  const pattern = `UNIQUE constraint failed: ${table}.`;
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at.message.includes(pattern)) return true;
  }
  return false;
}
