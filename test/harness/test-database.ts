import { globSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client/http";
import { getTableName, is } from "drizzle-orm";
import { drizzle } from "drizzle-orm/libsql/http";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { startHranaServer } from "#local/hrana/server.ts";
import { migrateDatabase } from "#local/migrate.ts";

/** A migrated database of its own for one test file, over the same protocol that production speaks. */
export async function openTestDatabase() {
  const folder = await mkdtemp(join(tmpdir(), "selfsame-db-"));
  const file = join(folder, "selfsame.db");
  const server = await startHranaServer({ file, port: 0 });
  await migrateDatabase(server.url);
  const client = createClient({ url: server.url });
  return {
    url: server.url,
    /** Path of the database. */
    file,
    client,
    db: drizzle(client),
    async close() {
      client.close();
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** The names of all tables of the schema, in order. */
export async function schemaTables(): Promise<string[]> {
  const cwd = join(import.meta.dirname, "../../drizzle/schema");
  const modules = globSync("*.ts", { cwd }).map((name) => import(/* @vite-ignore */ join(cwd, name)));
  const values = (await Promise.all(modules)).flatMap((module: object) => Object.values(module));
  return values.flatMap((value) => (is(value, SQLiteTable) ? [getTableName(value)] : [])).sort();
}
