import { sql } from "drizzle-orm";
import journal from "../../drizzle/migrations/meta/_journal.json" with { type: "json" };
import type { Database } from "./batch.ts";

/** The newest migration that this code was written for: drizzle records each by the time it was made. */
const NEWEST = Math.max(...journal.entries.map(({ when }) => when));

/** Whether the database has every table and column that this code asks for. */
export async function isMigrated(db: Database): Promise<boolean> {
  const [table] = await db.all(sql`select 1 from sqlite_master where name = '__drizzle_migrations'`);
  if (table === undefined) return false;
  const [newest] = await db.all<{ at: number | null }>(
    sql`select max(created_at) as at from __drizzle_migrations`,
  );
  return Number(newest?.at ?? 0) >= NEWEST;
}
