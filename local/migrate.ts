import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Client, createClient } from "@libsql/client/http";
import { drizzle } from "drizzle-orm/libsql/http";
import { migrate } from "drizzle-orm/libsql/migrator";
import { LARGE_ROWS, type PendingWork, pendingWork } from "./migration-cost.ts";

const MIGRATIONS = fileURLToPath(new URL("../drizzle/migrations", import.meta.url));

const HELP = `Usage: DATABASE_URL=… [DATABASE_AUTH_TOKEN=…] node local/migrate.ts [--writers-stopped]

Brings a database to the newest schema. Tells what each migration that it lacks does to every row of a
table. All of them are one transaction, which holds the write lock to its end: where a table has ${LARGE_ROWS} rows
or more, it refuses and changes nothing (exit code 1, needs_writers_stopped) until --writers-stopped says
that nobody else writes.
`;

/**
 * Brings the database at `url` to the newest schema: applies the migrations that it lacks. For a database
 * that nobody else writes to.
 */
export async function migrateDatabase(url: string, authToken?: string): Promise<void> {
  await withClient(url, authToken, apply);
}

/** A migration that would hold the write lock for long while others may write. */
class NeedsWritersStopped extends Error {
  constructor(works: readonly PendingWork[]) {
    const named = works.map(({ migration, work, table }) => `${migration} ${work} ${table}`);
    super(
      `needs_writers_stopped: ${named.join(", ")}, which has ${LARGE_ROWS} rows or more. Stop every edge, then say --writers-stopped.`,
    );
  }
}

/**
 * Brings a database that may be in use to the newest schema, and tells what it does. Throws, and changes
 * nothing, where a migration copies or reads a large table and the writers are not stopped: sqld takes the
 * write lock away after five seconds once anybody waits for it.
 */
export async function migrateServing(
  url: string,
  authToken: string | undefined,
  { writersStopped, tell }: { writersStopped: boolean; tell: (line: string) => void },
): Promise<void> {
  await withClient(url, authToken, async (client) => {
    const works = await pendingWork(client, MIGRATIONS);
    for (const { migration, work, table, isLarge } of works) {
      tell(`${migration}: ${work} ${table}${isLarge ? `, ${LARGE_ROWS} rows or more` : ""}`);
    }
    const large = works.filter(({ isLarge }) => isLarge);
    if (large.length > 0 && !writersStopped) throw new NeedsWritersStopped(large);
    await apply(client);
    tell("the schema is the newest");
  });
}

const apply = (client: Client) => migrate(drizzle(client), { migrationsFolder: MIGRATIONS });

async function withClient(
  url: string,
  authToken: string | undefined,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = createClient({ url, ...(authToken === undefined ? {} : { authToken }) });
  try {
    await work(client);
  } finally {
    client.close();
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      "writers-stopped": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return void process.stdout.write(HELP);
  const { DATABASE_URL, DATABASE_AUTH_TOKEN } = process.env;
  if (!DATABASE_URL) throw new Error("setting_missing: DATABASE_URL is not set");
  const tell = (line: string) => void process.stdout.write(`${line}\n`);
  const writersStopped = values["writers-stopped"];
  await migrateServing(DATABASE_URL, DATABASE_AUTH_TOKEN || undefined, { writersStopped, tell });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
}
