import { fileURLToPath } from "node:url";
import { createClient } from "@libsql/client/http";
import { drizzle } from "drizzle-orm/libsql/http";
import { migrate } from "drizzle-orm/libsql/migrator";

const MIGRATIONS = fileURLToPath(new URL("../drizzle/migrations", import.meta.url));

/** Brings the database at `url` to the newest schema: applies the migrations that it lacks. */
export async function migrateDatabase(url: string, authToken?: string): Promise<void> {
  const client = createClient({ url, ...(authToken === undefined ? {} : { authToken }) });
  try {
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS });
  } finally {
    client.close();
  }
}
