import type { Client, InStatement, InValue } from "@libsql/client/http";
import Database from "libsql";
import type { DatabaseAddress } from "../../database/address.ts";
import { BackupError } from "../error.ts";
import { COLUMNS, insertOf, MANY_ROWS, onRemote, quoted, SCHEMA, SEQUENCES } from "./client.ts";

/** Characters and bytes of one batch: well below what servers take in a request. */
const BATCH_SIZE = 500_000;
/** Until its rows are there no edge takes the database for whole (`not_migrated`). */
const MIGRATIONS = "__drizzle_migrations";

/** Throws BackupError where the database has a table. */
export const requireEmpty = (address: DatabaseAddress): Promise<void> =>
  onRemote(address, async (client) => {
    const { rows } = await client.execute(SCHEMA);
    if (rows.length === 0) return;
    throw new BackupError(
      "database_not_empty",
      "the database at DATABASE_URL has tables: restore into a new one",
    );
  });

/** Writes all of a file into an empty database that is served over HTTP. */
export async function fillRemote(
  address: DatabaseAddress,
  file: string,
  tell: (line: string) => void,
): Promise<void> {
  const source = new Database(file, { readonly: true });
  source.defaultSafeIntegers(true);
  try {
    await onRemote(address, (client) => fill(client, source, tell));
  } finally {
    source.close();
  }
}

async function fill(client: Client, source: Database.Database, tell: (line: string) => void): Promise<void> {
  const schema = source.prepare(SCHEMA).raw(true).all([]) as [string, string, string][];
  const tables = schema.filter(([type]) => type === "table");
  const others = schema.filter(([type]) => type !== "table");
  // `migrate` is a batch without foreign keys: a row may come before the one that it names.
  await client.migrate(tables.map(([, , sql]) => sql));
  for (const [, name] of tables) if (name !== MIGRATIONS) await fillTable(client, source, name, tell);
  const sequences = source.prepare(SEQUENCES).raw(true).all([]) as InValue[][];
  await client.migrate([
    "delete from sqlite_sequence",
    ...sequences.map((args) => ({ sql: "insert into sqlite_sequence (name, seq) values (?, ?)", args })),
  ]);
  for (const [, , sql] of others) await client.migrate([sql]);
  await fillTable(client, source, MIGRATIONS, tell);
}

async function fillTable(
  client: Client,
  source: Database.Database,
  name: string,
  tell: (line: string) => void,
): Promise<void> {
  const names = source.prepare(COLUMNS).raw(true).all([name]) as [string][];
  const columns = names.map(([column]) => quoted(column));
  const sql = insertOf(name, columns);
  let [batch, size, count]: [InStatement[], number, number] = [[], 0, 0];
  const send = async () => {
    if (batch.length > 0) await client.migrate(batch);
    count += batch.length;
    [batch, size] = [[], 0];
  };
  const rows = source.prepare(`select ${columns.join(", ")} from ${quoted(name)} order by rowid`).raw(true);
  for (const args of rows.iterate([]) as Iterable<InValue[]>) {
    batch.push({ sql, args });
    size += args.reduce<number>((sum, value) => sum + sizeOf(value), sql.length);
    if (size >= BATCH_SIZE) await send();
  }
  await send();
  if (count >= MANY_ROWS) tell(`${name}: ${count} rows`);
}

/** Bytes and characters; of a number some. */
const sizeOf = (value: InValue): number =>
  typeof value === "string" || value instanceof Uint8Array ? value.length : 8;
