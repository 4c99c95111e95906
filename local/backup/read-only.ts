import Database from "libsql";

/** Milliseconds to wait for a process that has the file open, too. */
const PATIENCE_MS = 5_000;

/** Reads a database file in one go, which nobody or a running stack has open. */
export function readingOnly<T>(file: string, read: (database: Database.Database) => T): T {
  const database = new Database(file, { readonly: true, timeout: PATIENCE_MS });
  try {
    return read(database);
  } finally {
    database.close();
  }
}

/** The values of a query's only column. */
export const column = (database: Database.Database, sql: string): string[] =>
  (database.prepare(sql).raw(true).all([]) as [string][]).map(([value]) => value);
