import { fileURLToPath } from "node:url";
import { type Client, createClient } from "@libsql/client/http";
import { drizzle } from "drizzle-orm/libsql/http";
import { migrate } from "drizzle-orm/libsql/migrator";
import { causes } from "../edge/http/problem.ts";
import { nearSettings } from "../vocabulary/near-settings.ts";
import { SettingsError } from "../vocabulary/setting-faults.ts";
import { programArguments } from "./arguments.ts";
import { assertDatabase, DATABASE_SETTINGS, DatabaseRefusal, databaseAddress } from "./database-address.ts";
import { countApplied, LARGE_ROWS, type PendingWork, pendingWork } from "./migration-cost.ts";

const MIGRATIONS = fileURLToPath(new URL("../drizzle/migrations", import.meta.url));

const HELP = `Usage: npm run migrate [-- --writers-stopped]

Settings, from the environment:
  DATABASE_URL               libSQL over HTTP: https:, libsql:, or http: on this machine
  DATABASE_AUTH_TOKEN        the database's token, if it needs one
  PLAINTEXT_BEYOND_LOOPBACK  1: the network to the database is trusted, and may carry the token in clear

Brings a database to the newest schema. Prints what each missing migration does to the rows of a table. All
migrations are one transaction, which holds the write lock to its end. If a table has ${LARGE_ROWS} rows or more, it
changes nothing (needs_writers_stopped). Stop the edges, and run it with --writers-stopped. Prints how many
migrations it has applied. A failure is one line on stderr that begins with its code, and exit code 1.
`;

/**
 * Brings the database at `url` to the newest schema by the missing migrations. There must be no other writer.
 */
export async function migrateDatabase(url: string, authToken?: string): Promise<void> {
  await withClient(url, authToken, (client) => apply(client, MIGRATIONS));
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
 * Brings a database that may be in use to the newest schema, and reports its steps. If a migration copies or
 * reads a large table and the writers are not stopped, it throws and changes nothing: sqld takes the write
 * lock away after five seconds once another client waits for it.
 */
export async function migrateServing(
  url: string,
  authToken: string | undefined,
  {
    writersStopped,
    report,
    folder = MIGRATIONS,
  }: { writersStopped: boolean; report: (line: string) => void; folder?: string },
): Promise<void> {
  await withClient(url, authToken, async (client) => {
    const works = await pendingWork(client, folder);
    for (const { migration, work, table, isLarge } of works) {
      report(`${migration}: ${work} ${table}${isLarge ? `, ${LARGE_ROWS} rows or more` : ""}`);
    }
    const large = works.filter(({ isLarge }) => isLarge);
    if (large.length > 0 && !writersStopped) throw new NeedsWritersStopped(large);
    const before = await countApplied(client);
    await apply(client, folder);
    const applied = (await countApplied(client)) - before;
    report(`${applied} migrations applied: the schema is the newest`);
  });
}

const apply = (client: Client, folder: string) => migrate(drizzle(client), { migrationsFolder: folder });

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
  const { values } = programArguments("npm run migrate", { "writers-stopped": {}, help: {} });
  if (values.help) return void process.stdout.write(HELP);
  for (const line of nearSettings(process.env, DATABASE_SETTINGS)) process.stderr.write(`migrate: ${line}\n`);
  const address = databaseAddress(process.env);
  await assertDatabase(address);
  const report = (line: string) => void process.stdout.write(`${line}\n`);
  const writersStopped = values["writers-stopped"] === true;
  await migrateServing(address.url, address.authToken, { writersStopped, report });
}

/** One line that begins with a code, followed by the server's or the client's message. */
function errorLine(error: unknown): string {
  if (error instanceof NeedsWritersStopped) return error.message;
  if (error instanceof SettingsError) return error.message;
  if (error instanceof DatabaseRefusal) return `${error.code}: ${error.message}`;
  return `migration_failed: ${causes(error).at(-1)?.message ?? String(error)}`;
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    process.stderr.write(`${errorLine(error).replaceAll(/\s*\n\s*/g, " ")}\n`);
    process.exitCode = 1;
  });
}
