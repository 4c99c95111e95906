import type { Changed, Counter } from "./sliding-window.ts";

/** The part of a Durable Object's SQLite that is used here. */
interface Sql {
  exec(statement: string, ...values: (string | number)[]): { toArray(): Record<string, unknown>[] };
}

const TABLE = `create table if not exists counters (
  name text primary key, hits text not null, lapses_at integer not null
) strict, without rowid`;
const INDEX = "create index if not exists counters_lapses_at on counters (lapses_at)";

/** Rows in one deletion, which blocks the thread's other requests for some 10 ms. */
const MOST_AT_ONCE = 1_000;

/** Counters in a table, until their windows have passed. */
export class CounterTable {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
    sql.exec(TABLE);
    sql.exec(INDEX);
  }

  read(counter: string): Counter {
    const [row] = this.#sql.exec("select hits from counters where name = ?", counter).toArray();
    return row === undefined ? {} : (JSON.parse(row.hits as string) as Counter);
  }

  /** A counter expires with the last of the rules that it was counted under. */
  save({ counter, hits, lapsesAt }: Changed): void {
    this.#sql.exec(
      `insert into counters (name, hits, lapses_at) values (?, ?, ?) on conflict (name)
       do update set hits = excluded.hits, lapses_at = max(lapses_at, excluded.lapses_at)`,
      counter,
      JSON.stringify(hits),
      lapsesAt,
    );
  }

  /** Deletes some of the counters whose windows have passed. Returns how many are left to delete. */
  sweep(now: number): "more" | "later" | "nothing" {
    const lapsed = "select name from counters where lapses_at <= ? limit ?";
    const deleted = this.#sql
      .exec(`delete from counters where name in (${lapsed}) returning 1 as one`, now, MOST_AT_ONCE)
      .toArray();
    if (deleted.length === MOST_AT_ONCE) return "more";
    return this.#sql.exec("select 1 as one from counters limit 1").toArray().length > 0 ? "later" : "nothing";
  }
}
