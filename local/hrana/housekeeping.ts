import { Connection, isBusy } from "./connection.ts";
import { MOST_PAGES, wipeLeftovers } from "./leftovers.ts";
import { logBytes, loggedPages } from "./write-ahead-log.ts";

/** Bytes at which the log is emptied after a write: as many as SQLite itself lets it have. */
const MOST_LOG_BYTES = 4 * 1024 * 1024;
/** A log that is not empty is emptied after this time. */
const PAUSE_MS = 10_000;
/** The answer of SQLite's `wal_checkpoint`. */
export interface Checkpoint {
  readonly busy: bigint;
  readonly log: bigint;
  readonly checkpointed: bigint;
}

/**
 * Keeps deleted data out of the database's file and its write-ahead log. SQLite overwrites what is deleted
 * (`secure_delete`), but copies stay in two places: in the log, until it is emptied, and in the unused space
 * of pages that SQLite has rebuilt. So nobody else empties the log: before that, every page in it is wiped.
 */
export class Housekeeping {
  readonly #file: string;
  readonly #connection: Connection;
  readonly #timer: NodeJS.Timeout;

  /** Opens the file, and empties the log of a crash. */
  constructor(file: string) {
    this.#file = file;
    this.#connection = new Connection(file);
    this.#tryToEmpty();
    this.#timer = setInterval(() => {
      if (logBytes(this.#file) > 0) this.#tryToEmpty();
    }, PAUSE_MS).unref();
  }

  /** To be called after writes: bounds the log. */
  written(): void {
    if (logBytes(this.#file) >= MOST_LOG_BYTES) this.#tryToEmpty();
  }

  /**
   * Wipes the unused space of every page in the log, writes the log into the database, and cuts it to no
   * bytes. `busy` is not 0 where a reader still needs the log. Throws `SQLITE_BUSY` during another
   * connection's write.
   */
  emptyLog(): Checkpoint {
    const connection = this.#connection;
    connection.exec("BEGIN IMMEDIATE");
    try {
      this.#wipe(loggedPages(this.#file));
      connection.exec("COMMIT");
    } catch (error) {
      if (connection.inTransaction) connection.exec("ROLLBACK");
      throw error;
    }
    const [answer] = connection.query("PRAGMA wal_checkpoint(TRUNCATE)") as [Checkpoint];
    return answer;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#tryToEmpty();
    this.#connection.close();
  }

  #wipe(numbers: Iterable<number>): void {
    const [{ page_count: count }] = this.#connection.query("PRAGMA page_count") as [{ page_count: bigint }];
    if (count >= MOST_PAGES) return;
    for (const number of numbers) {
      const rows = this.#connection.query("SELECT data FROM sqlite_dbpage WHERE pgno = ?", number);
      const [row] = rows as { data: ArrayBuffer }[];
      // A page that was cut off the file's end is still in the log.
      if (row === undefined) continue;
      const page = Buffer.from(row.data);
      if (!wipeLeftovers(page, number)) continue;
      this.#connection.query("UPDATE sqlite_dbpage SET data = ? WHERE pgno = ?", page, number);
    }
  }

  /** A failure leaves the log as it is, for the next time. */
  #tryToEmpty(): void {
    try {
      this.emptyLog();
    } catch (error) {
      if (!isBusy(error)) console.error("database: the write-ahead log was not emptied:", error);
    }
  }
}
