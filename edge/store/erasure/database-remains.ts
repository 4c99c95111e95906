import { sql } from "drizzle-orm";
import type { Database } from "../batch.ts";

/**
 * Asks the database to empty its write-ahead log, and returns whether nothing of deleted rows is left in its
 * file and log: it overwrites what is deleted, and the log was emptied. False for a database that does
 * neither, such as sqld and Turso, or that is too busy. Never throws: the rows are gone by now.
 */
export async function clearRemains(db: Database): Promise<boolean> {
  try {
    const [setting] = await db.all<{ secure_delete: number }>(sql`PRAGMA secure_delete`);
    const [checkpoint] = await db.all<{ busy: number }>(sql`PRAGMA wal_checkpoint(TRUNCATE)`);
    return setting?.secure_delete === 1 && checkpoint?.busy === 0;
  } catch {
    return false;
  }
}
