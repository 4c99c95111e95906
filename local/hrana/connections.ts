import { Connection } from "./connection.ts";

const MAX_IDLE = 32;

/**
 * Connections to one file, each used by one stream at a time. They are used again: `libsql` closes a
 * connection only when all its statements have been garbage-collected, so that one for each request would run
 * out of file handles.
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

  /** Takes a connection back in its first state: no transaction, no temporary or attached database. */
  giveBack(connection: Connection): void {
    if (connection.inTransaction) connection.exec("ROLLBACK");
    const databases = connection.pragma("database_list");
    if (databases.length > 1 || this.#idle.length >= MAX_IDLE) {
      connection.close();
    } else {
      connection.configure();
      this.#idle.push(connection);
    }
  }

  /** Takes back a connection that is not used again. */
  discard(connection: Connection): void {
    if (connection.inTransaction) connection.exec("ROLLBACK");
    connection.close();
  }

  /** Closes the idle connections. */
  close(): void {
    for (const connection of this.#idle.splice(0)) connection.close();
  }
}
