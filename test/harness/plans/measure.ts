import type { Client, InStatement } from "@libsql/client";
import Sqlite from "libsql";

/** SQLite's work for one statement. */
export interface Measured {
  readonly sql: string;
  /**
   * Steps of SQLite's virtual machine. Each row that a statement reads costs two at least, and mostly ten.
   */
  readonly steps: number;
  /** Rows of automatic indexes, which SQLite builds if no index of the schema fits. */
  readonly autoIndexed: number;
  /** Lines of `EXPLAIN QUERY PLAN`. */
  readonly plan: readonly string[];
}

type Value = null | number | bigint | string | Uint8Array;

/**
 * Measures every statement that goes through a client, on a connection of its own to the same file, whose
 * work is rolled back; then passes it on. `sqlite_stmt`, which libSQL has compiled in, reports a statement's
 * steps.
 */
export function measuring(client: Client, file: string) {
  const measured: Measured[] = [];
  let count = 0;

  function measure(connection: Sqlite.Database, { sql, args }: { sql: string; args: Value[] }): void {
    const explained = connection.prepare(`explain query plan ${sql}`).all(args) as { detail: string }[];
    // The marker distinguishes this run from others of the same text.
    const marked = `${sql} /* ${++count} */`;
    const statement = connection.prepare(marked);
    if (statement.reader) statement.all(args);
    else statement.run(args);
    const [counters] = connection
      .prepare("select nstep as steps, naidx as autoIndexed from sqlite_stmt where sql = ?")
      .all([marked]) as [{ steps: number; autoIndexed: number }];
    measured.push({ sql, ...counters, plan: explained.map(({ detail }) => detail) });
  }

  function measureAll(statements: readonly InStatement[]): void {
    // A connection for each batch: an older one would still see the database as it was.
    const connection = new Sqlite(file, { timeout: 10_000 });
    connection.exec("begin immediate");
    try {
      for (const statement of statements) measure(connection, plain(statement));
    } finally {
      connection.exec("rollback");
      connection.close();
    }
  }

  const recorder: Partial<Client> = {
    execute(statement: InStatement) {
      measureAll([statement]);
      return again(() => client.execute(statement));
    },
    batch(statements: InStatement[], mode) {
      measureAll(statements);
      return again(() => client.batch(statements, mode));
    },
  };
  return {
    client: Object.assign(Object.create(client) as Client, recorder),
    /** The measurements since the last call. */
    taken: () => measured.splice(0),
  };
}

function plain(statement: InStatement): { sql: string; args: Value[] } {
  if (typeof statement === "string") return { sql: statement, args: [] };
  const args = (statement.args ?? []) as readonly unknown[];
  return { sql: statement.sql, args: args.map(toValue) };
}

/**
 * A measurement in this process blocks the server in it, which then closes idle connections
 * to it. A statement on one of these was not executed.
 */
const again = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    if (!/ECONNRESET|fetch failed|socket/.test(`${error} ${(error as Error).cause}`)) throw error;
    return work();
  });

const toValue = (arg: unknown): Value => {
  if (typeof arg === "boolean") return arg ? 1 : 0;
  if (arg instanceof Date) return arg.getTime();
  return arg as Value;
};
