import { type Client, createClient } from "@libsql/client/http";
import type { DatabaseAddress } from "../../database/address.ts";

/** Milliseconds for one page, or one batch. */
const PATIENCE_MS = 60_000;

/** The columns of a table that hold values of their own, and are not computed. */
export const COLUMNS = "select name from pragma_table_xinfo(?) where hidden = 0 order by cid";
/** Whatever SQLite has not made by itself: tables first, each kind in the order in which it was made. */
export const SCHEMA =
  "select type, name, sql from sqlite_master where sql is not null and name not like 'sqlite\\_%' escape '\\' order by type <> 'table', rowid";
/** The largest number that each table has ever given. */
export const SEQUENCES = "select name, seq from sqlite_sequence";
/** Rows from which on a table is told of. */
export const MANY_ROWS = 500;

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The statement that writes one row of these columns. */
export const insertOf = (table: string, columns: readonly string[]) =>
  `insert into ${quoted(table)} (${columns.join(", ")}) values (${columns.map(() => "?").join(", ")})`;

/** Runs work on a database over HTTP. */
export async function onRemote<T>(
  { url, authToken }: DatabaseAddress,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = createClient({
    url,
    // Numbers beyond 2^53 stay what they are.
    intMode: "bigint",
    fetch: (request: Request) => fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) }),
    ...(authToken === undefined ? {} : { authToken }),
  });
  try {
    return await work(client);
  } finally {
    client.close();
  }
}
