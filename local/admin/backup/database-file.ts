import { randomBytes } from "node:crypto";
import Database from "libsql";
import type { Database as Client } from "../../../edge/store/batch.ts";
import { openDatabase } from "../../../edge/store/database.ts";
import { wipeFile } from "../../hrana/leftovers.ts";
import { startHranaServer } from "../../hrana/server.ts";

/** Milliseconds to wait for a process that has the file open, too. */
const PATIENCE_MS = 5_000;

/** Reads a database file, which a running stack may have open. */
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

/**
 * Copies a database as it is at one moment into a new file, without deleted data. Writers are not blocked.
 */
export function copyDatabase(file: string, copy: string): void {
  readingOnly(file, (source) => source.prepare("vacuum into ?").run([copy]));
  // The copy has pages that were full of rows before they became a tree's inner ones. In a restored copy no
  // later erasure would overwrite them, since they are never written.
  wipeFile(copy);
}

/** Runs work on a database file that no other process has open, through a server of its own. */
export async function onDatabaseFile<T>(
  file: string,
  work: (db: Client, url: string, authToken: string) => Promise<T>,
): Promise<T> {
  const authToken = randomBytes(32).toString("base64url");
  const server = await startHranaServer({ file, port: 0, authToken });
  try {
    return await work(openDatabase(server.url, authToken), server.url, authToken);
  } finally {
    await server.close();
  }
}
