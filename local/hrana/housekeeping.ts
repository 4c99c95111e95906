import { Connection, isBusy } from "./connection.ts";
import { MOST_PAGES, wipeLeftovers } from "./leftovers.ts";
import { logBytes, loggedPages } from "./write-ahead-log.ts";

/** Bytes at which the log is emptied after a write: as many as SQLite itself lets it have. */
const MOST_LOG_BYTES = 4 * 1024 * 1024;
/** A log that is not empty is emptied after this time. */
const PAUSE_MS = 10_000;
/**
 * The database's `user_version` once deleted data cannot be in its unused space. What backups of version 1
 * restored has rows in the unused space of inner pages.
 */
const CLEAN = 2;

export type Say = (event: string, facts: Readonly<Record<string, unknown>>) => void;

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

  /** Opens the file, rewrites a database that was not kept clean so far, and empties the log of a crash. */
  constructor(file: string, say: Say) {
    this.#file = file;
    this.#connection = new Connection(file);
    this.#rewriteOnce(say);
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
      if (!isBusy(error)) console.error("hrana: the log was not emptied:", error);
    }
  }

  /**
   * A database from before this housekeeping has deleted data in free pages: it is written anew, once. A
   * failure, such as a full disk, leaves it as it is, for the next start.
   */
  #rewriteOnce(say: Say): void {
    const connection = this.#connection;
    const [{ user_version: version }] = connection.pragma("user_version") as [{ user_version: bigint }];
    if (version >= CLEAN) return;
    const [{ page_count: pages }] = connection.pragma("page_count") as [{ page_count: bigint }];
    const [{ n: tables }] = connection.query("SELECT count(*) AS n FROM sqlite_master") as [{ n: bigint }];
    const [{ page_size: bytes }] = connection.pragma("page_size") as [{ page_size: bigint }];
    try {
      if (tables > 0n) {
        const megabytes = Math.ceil(Number(pages * bytes) / 1e6);
        say("rewriting_once", { megabytes, reason: "deleted data may be in its free pages" });
        // The whole database passes through the temporary one, which memory may not hold.
        connection.pragma("temp_store = FILE");
        connection.exec("VACUUM");
        connection.configure();
      }
      connection.exec(`PRAGMA user_version = ${CLEAN}`);
      if (tables > 0n) say("rewritten", {});
    } catch (error) {
      console.error("hrana: deleted data may still be in the database's free pages:", error);
    }
  }
}
