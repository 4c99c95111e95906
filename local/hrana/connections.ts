import { Connection } from "./connection.ts";

const MAX_IDLE = 32;

/**
 * Connections to one file, each used by one stream at a time. They are used again, because `libsql` really
 * closes one only when all its statements have been collected as garbage: closing after each request would
 * run out of files.
 */
export class Connections {
  readonly #file: string;
  readonly #idle: Connection[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  take(): Connection {
    return this.#idle.pop() ?? new Connection(this.#file);
  }

  /** Takes one back as it was when it was new: no transaction, no temporary or attached database. */
  giveBack(connection: Connection): void {
    if (connection.inTransaction) connection.exec("ROLLBACK");
    const databases = connection.pragma("database_list");
    if (databases.length > 1 || this.#idle.length >= MAX_IDLE) {
      connection.close();
    } else {
      connection.pragma("foreign_keys = ON");
      this.#idle.push(connection);
    }
  }

  /** Takes back one that is not to be used again. */
  discard(connection: Connection): void {
    if (connection.inTransaction) connection.exec("ROLLBACK");
    connection.close();
  }

  /** Brings the write-ahead log home and closes all that are idle. */
  close(): void {
    const last = this.take();
    last.pragma("wal_checkpoint(TRUNCATE)");
    for (const connection of [last, ...this.#idle.splice(0)]) connection.close();
  }
}
