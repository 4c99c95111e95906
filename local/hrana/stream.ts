import { type Connection, isBusy, toWireError } from "./connection.ts";
import type { Connections } from "./connections.ts";
import type { Checkpoint } from "./housekeeping.ts";
import type {
  BatchCondition,
  BatchStep,
  StatementResult,
  StreamRequest,
  StreamResponse,
  StreamResult,
  WireError,
  WireStatement,
} from "./protocol.ts";
import type { WriteLine } from "./write-line.ts";

/** A request that this stream cannot serve; the message is for its sender. */
class StreamError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** A client empties the log with SQLite's own statement: see `Housekeeping`. */
const EMPTY_LOG = /^\s*pragma\s+wal_checkpoint\s*\(\s*truncate\s*\)\s*;?\s*$/i;

type Outcome<T> = { done: true; value: T } | { done: false; busy: unknown };

/** One Hrana stream: one connection of its own, and the SQL texts stored on it. */
export class HranaStream {
  readonly #connections: Connections;
  readonly #connection: Connection;
  readonly #line: WriteLine;
  readonly #emptyLog: () => Checkpoint;
  readonly #stored = new Map<number, string>();
  #open = true;
  /** A statement timed out and stays in progress, so that no other stream can use the connection. */
  #gaveUp = false;

  constructor(connections: Connections, line: WriteLine, emptyLog: () => Checkpoint) {
    this.#connections = connections;
    this.#connection = connections.take();
    this.#line = line;
    this.#emptyLog = emptyLog;
  }

  get isOpen(): boolean {
    return this.#open;
  }

  /** Answers one request; an error of SQLite or of the protocol is an answer too. */
  async handle(request: StreamRequest): Promise<StreamResult> {
    try {
      return { type: "ok", response: await this.#respond(request) };
    } catch (error) {
      if (error instanceof StreamError) {
        return { type: "error", error: { message: error.message, code: error.code } };
      }
      return { type: "error", error: toWireError(error) };
    }
  }

  /** Ends the stream and rolls back its open transaction. */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    if (this.#gaveUp) this.#connections.discard(this.#connection);
    else this.#connections.giveBack(this.#connection);
    this.#line.released();
  }

  async #respond(request: StreamRequest): Promise<StreamResponse> {
    if (!this.#open) throw new StreamError("STREAM_CLOSED", "the stream was closed");
    const { type } = request;
    switch (type) {
      case "close":
        this.close();
        return { type };
      case "execute":
        return { type, result: await this.#run(this.#prepare(request.stmt)) };
      case "batch":
        return { type, result: await this.#batch(request.batch.steps) };
      case "sequence":
        await this.#run(() => this.#connection.exec(this.#sql(request)));
        return { type };
      case "store_sql":
        this.#stored.set(request.sql_id, request.sql);
        return { type };
      case "close_sql":
        this.#stored.delete(request.sql_id);
        return { type };
      case "get_autocommit":
        return { type, is_autocommit: !this.#connection.inTransaction };
    }
  }

  // Awaits only while another connection holds the lock: otherwise a batch runs without interruption.
  async #batch(steps: BatchStep[]) {
    const results: (StatementResult | null)[] = [];
    const errors: (WireError | null)[] = [];
    for (const [i, { condition, stmt }] of steps.entries()) {
      results[i] = null;
      errors[i] = null;
      if (condition && !this.#holds(condition, results, errors)) continue;
      try {
        const work = this.#prepare(stmt);
        const outcome = this.#attempt(work);
        results[i] = outcome.done ? outcome.value : await this.#wait(work, outcome.busy);
      } catch (error) {
        errors[i] = toWireError(error);
      }
    }
    return { step_results: results, step_errors: errors };
  }

  #holds(
    condition: BatchCondition,
    results: (StatementResult | null)[],
    errors: (WireError | null)[],
  ): boolean {
    const holds = (inner: BatchCondition) => this.#holds(inner, results, errors);
    switch (condition.type) {
      case "ok":
        return (results[condition.step] ?? null) !== null;
      case "error":
        return (errors[condition.step] ?? null) !== null;
      case "not":
        return !holds(condition.cond);
      case "and":
        return condition.conds.every(holds);
      case "or":
        return condition.conds.some(holds);
      case "is_autocommit":
        return !this.#connection.inTransaction;
    }
  }

  #prepare(stmt: WireStatement): () => StatementResult {
    const sql = this.#sql(stmt);
    if (EMPTY_LOG.test(sql)) return () => toResult(this.#emptyLog());
    return this.#connection.prepare(sql, stmt);
  }

  async #run<T>(work: () => T): Promise<T> {
    const outcome = this.#attempt(work);
    return outcome.done ? outcome.value : await this.#wait(work, outcome.busy);
  }

  #attempt<T>(work: () => T): Outcome<T> {
    try {
      return { done: true, value: work() };
    } catch (error) {
      if (isBusy(error)) return { done: false, busy: error };
      throw error;
    } finally {
      if (!this.#connection.inTransaction) this.#line.released();
    }
  }

  async #wait<T>(work: () => T, busy: unknown): Promise<T> {
    const outcome = await this.#line.wait(() => this.#attempt(work));
    if (outcome !== undefined) return outcome.value;
    this.#gaveUp = true;
    throw busy;
  }

  #sql({ sql, sql_id: id }: { sql?: string | null | undefined; sql_id?: number | null | undefined }): string {
    const text = sql ?? (id === null || id === undefined ? undefined : this.#stored.get(id));
    if (text === undefined) throw new StreamError("SQL_NOT_FOUND", "neither a SQL text nor a stored one");
    return text;
  }
}

const toResult = (checkpoint: Checkpoint): StatementResult => ({
  cols: Object.keys(checkpoint).map((name) => ({ name, decltype: null })),
  rows: [Object.values(checkpoint).map((value) => ({ type: "integer", value: `${value}` }))],
  affected_row_count: 0,
  last_insert_rowid: null,
});
