import Database from "libsql";
import type { StatementResult, WireError, WireStatement, WireValue } from "./protocol.ts";

type SqlValue = null | bigint | number | string | Uint8Array;

type SqlArguments = SqlValue[] | Record<string, SqlValue>;

const MAX_STATEMENTS = 200;

interface PreparedStatement {
  readonly statement: Database.Statement<unknown[]>;
  /** The largest number of arguments that it has run with. */
  width: number;
}

/**
 * Each commit is an fsync, so that no committed verification is lost. Deleted data is overwritten, and no
 * temporary file holds it. The log is emptied by `Housekeeping` alone.
 */
const SETTINGS = [
  "synchronous = FULL",
  "foreign_keys = ON",
  "secure_delete = ON",
  "temp_store = MEMORY",
  "wal_autocheckpoint = 0",
];

/** One connection to the file. */
export class Connection {
  readonly #database: Database.Database;
  // `libsql` frees a statement only when it is garbage-collected; until then it slows its connection down.
  readonly #prepared = new Map<string, PreparedStatement>();

  constructor(file: string) {
    this.#database = new Database(file, { timeout: 0 });
    this.#database.defaultSafeIntegers(true);
    this.pragma("journal_mode = WAL");
    this.configure();
  }

  /** Restores settings that a user of the connection may have changed. */
  configure(): void {
    for (const setting of SETTINGS) this.pragma(setting);
  }

  get inTransaction(): boolean {
    return this.#database.inTransaction;
  }

  /** Runs every statement of the text. Throws SQLite's errors. */
  exec(sql: string): void {
    this.#database.exec(sql);
  }

  /** Runs a statement to its end and returns its rows; `exec` skips statements that return rows. */
  query(sql: string, ...args: SqlValue[]): unknown[] {
    const { statement } = this.#statement(sql);
    if (statement.reader) return statement.all(args);
    statement.run(args);
    return [];
  }

  pragma(text: string): unknown[] {
    return this.query(`PRAGMA ${text}`);
  }

  close(): void {
    this.#prepared.clear();
    this.#database.close();
  }

  /**
   * Runs a statement to its end when called, and throws SQLite's errors. After `isBusy`, call the same
   * function again: an abandoned busy statement stays in progress and keeps its transaction from committing.
   */
  prepare(sql: string, wire: WireStatement): () => StatementResult {
    if (wire.named_args.length > 0) {
      // Named bindings outlive a run and cannot be listed: only a fresh statement certainly has none.
      const args = Object.fromEntries(
        wire.named_args.map(({ name, value }) => [name.replace(/^[:@$]/, ""), fromWire(value)]),
      );
      const statement = this.#database.prepare(sql);
      return () => this.#run(statement, args, wire.want_rows);
    }
    const prepared = this.#statement(sql);
    prepared.width = Math.max(prepared.width, wire.args.length);
    const args: SqlValue[] = wire.args.map(fromWire);
    while (args.length < prepared.width) args.push(null);
    return () => this.#run(prepared.statement, args, wire.want_rows);
  }

  #statement(sql: string): PreparedStatement {
    const prepared = this.#prepared.get(sql) ?? { statement: this.#database.prepare(sql), width: 0 };
    this.#prepared.delete(sql);
    this.#prepared.set(sql, prepared);
    const [oldest] = this.#prepared.keys();
    if (this.#prepared.size > MAX_STATEMENTS && oldest !== undefined) this.#prepared.delete(oldest);
    return prepared;
  }

  #run(statement: Database.Statement<unknown[]>, args: SqlArguments, wantRows: boolean): StatementResult {
    if (!statement.reader) {
      const { changes, lastInsertRowid } = statement.run(args);
      return {
        cols: [],
        rows: [],
        affected_row_count: Number(changes),
        last_insert_rowid: `${lastInsertRowid}`,
      };
    }
    const before = this.#totalChanges();
    const rows = statement.raw(true).all(args) as SqlValue[][];
    return {
      cols: statement.columns().map(({ name, type }) => ({ name, decltype: type })),
      rows: wantRows ? rows.map((row) => row.map(toWire)) : [],
      affected_row_count: this.#totalChanges() - before,
      last_insert_rowid: null,
    };
  }

  // A RETURNING statement is a reader and a writer at once, and after a SELECT `changes()` still has the
  // count of the writer before it: only the difference of the totals is right. `get` would leave the
  // statement in progress.
  #totalChanges(): number {
    const { statement } = this.#statement("SELECT total_changes()");
    const [row] = statement.raw(true).all([]) as [[bigint]];
    return Number(row[0]);
  }
}

/** The error that `sqld` answers: primary result code and SQLite's message. Throws other errors. */
export function toWireError(error: unknown): WireError {
  if (!isSqliteError(error)) throw error;
  const extended = /^SQLITE_(CONSTRAINT|BUSY|IOERR|READONLY|CANTOPEN|CORRUPT|LOCKED|ABORT)_/.exec(error.code);
  return {
    message: `SQLite error: ${error.message}`,
    code: extended === null ? error.code : `SQLITE_${extended[1]}`,
  };
}

/**
 * Another connection holds the write lock; the same statement may succeed later. A stale snapshot never will.
 */
export function isBusy(error: unknown): boolean {
  return isSqliteError(error) && error.code === "SQLITE_BUSY";
}

function isSqliteError(error: unknown): error is Error & { code: string } {
  return (
    error instanceof Error && "code" in error && typeof error.code === "string" && /^SQLITE_/.test(error.code)
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
