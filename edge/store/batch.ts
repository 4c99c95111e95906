import type { BatchItem } from "drizzle-orm/batch";
import type { LibSQLDatabase } from "drizzle-orm/libsql";

export type Database = LibSQLDatabase;

/** One statement of a batch. */
export type Statement = BatchItem<"sqlite">;

/** Runs the statements in one transaction and one round trip: all of them, or none. */
export async function commit(db: Database, statements: readonly Statement[]): Promise<unknown[]> {
  const [first, ...rest] = statements;
  return first === undefined ? [] : await db.batch([first, ...rest]);
}
