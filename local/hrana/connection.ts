import Database from "libsql";
import type { StatementResult, WireError, WireStatement, WireValue } from "./protocol.ts";

type SqlValue = null | bigint | number | string | Uint8Array;

/** Opens the file with the durability that a committed verification deserves: WAL, and an fsync at every commit. */
export function openConnection(file: string): Database.Database {
  const connection = new Database(file, { timeout: 0 });
  connection.defaultSafeIntegers(true);
  for (const pragma of ["journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"]) {
    // To the end: `exec` leaves a pragma that answers with a row in progress.
    connection.prepare(`PRAGMA ${pragma}`).all([]);
  }
  return connection;
}

/**
 * A statement ready to run to its end; running throws what SQLite refuses. After `isBusy` run the same one again: an
 * abandoned busy statement would stay in progress and keep its transaction from committing.
 */
export function prepareStatement(
  connection: Database.Database,
  sql: string,
  wire: WireStatement,
): () => StatementResult {
  const statement = connection.prepare(sql);
  const args = bindings(wire);
  if (!statement.reader) {
    return () => {
      const { changes, lastInsertRowid } = statement.run(args);
      return {
        cols: [],
        rows: [],
        affected_row_count: Number(changes),
        last_insert_rowid: `${lastInsertRowid}`,
      };
    };
  }
  statement.raw(true);
  const cols = statement.columns().map(({ name, type }) => ({ name, decltype: type }));
  return () => {
    const before = totalChanges(connection);
    const rows = statement.all(args) as SqlValue[][];
    return {
      cols,
      rows: wire.want_rows ? rows.map((row) => row.map(toWire)) : [],
      affected_row_count: totalChanges(connection) - before,
      last_insert_rowid: null,
    };
  };
}

/** What `sqld` answers for the same failure: the primary result code, and SQLite's own words. */
export function toWireError(error: unknown): WireError {
  if (!isSqliteError(error)) throw error;
  const extended = /^SQLITE_(CONSTRAINT|BUSY|IOERR|READONLY|CANTOPEN|CORRUPT|LOCKED|ABORT)_/.exec(error.code);
  return {
    message: `SQLite error: ${error.message}`,
    code: extended === null ? error.code : `SQLITE_${extended[1]}`,
  };
}

/** Another connection holds the write lock; the same statement may succeed later. A stale snapshot never will. */
export function isBusy(error: unknown): boolean {
  return isSqliteError(error) && error.code === "SQLITE_BUSY";
}

function isSqliteError(error: unknown): error is Error & { code: string } {
  return (
    error instanceof Error && "code" in error && typeof error.code === "string" && /^SQLITE_/.test(error.code)
  );
}

// A RETURNING statement is a reader and a writer at once, and `changes()` keeps the previous writer's count after a
// SELECT: only the difference of the totals tells them apart. `get` would leave the statement in progress.
function totalChanges(connection: Database.Database): number {
  const [row] = connection.prepare("SELECT total_changes()").raw(true).all([]) as [[bigint]];
  return Number(row[0]);
}

function bindings({ args, named_args }: WireStatement): SqlValue[] | Record<string, SqlValue> {
  if (named_args.length === 0) return args.map(fromWire);
  return Object.fromEntries(
    named_args.map(({ name, value }) => [name.replace(/^[:@$]/, ""), fromWire(value)]),
  );
}

function fromWire(value: WireValue): SqlValue {
  switch (value.type) {
    case "null":
      return null;
    case "integer":
      return BigInt(value.value);
    case "blob":
      return Buffer.from(value.base64, "base64");
    default:
      return value.value;
  }
}

function toWire(value: SqlValue): WireValue {
  if (value === null) return { type: "null" };
  if (typeof value === "bigint") return { type: "integer", value: `${value}` };
  if (typeof value === "number") return { type: "float", value };
  if (typeof value === "string") return { type: "text", value };
  return { type: "blob", base64: Buffer.from(value).toString("base64") };
}
