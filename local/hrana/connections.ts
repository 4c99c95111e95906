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
  /** In use, each with whether it may be used again. */
  readonly #taken = new Map<Connection, boolean>();

  constructor(file: string) {
    this.#file = file;
  }

  take(): Connection {
    const connection = this.#idle.pop() ?? new Connection(this.#file);
    this.#taken.set(connection, true);
    return connection;
  }

  /** Takes a connection back in its first state: no transaction, no temporary or attached database. */
  giveBack(connection: Connection): void {
    if (connection.inTransaction) connection.exec("ROLLBACK");
    const databases = connection.pragma("database_list");
    const isWanted = this.#taken.get(connection) === true && this.#idle.length < MAX_IDLE;
    this.#taken.delete(connection);
    if (databases.length > 1 || !isWanted) {
      connection.close();
    } else {
      connection.configure();
      this.#idle.push(connection);
    }
  }

  /** Takes back a connection that is not used again. */
  discard(connection: Connection): void {
    this.#taken.delete(connection);
    if (connection.inTransaction) connection.exec("ROLLBACK");
    connection.close();
  }

  /**
   * Uses no connection again that there is now: each keeps pages and the values of its last statements in
   * memory.
   */
  renew(): void {
    this.close();
    for (const connection of this.#taken.keys()) this.#taken.set(connection, false);
  }

  /** Closes the idle connections. */
  close(): void {
    for (const connection of this.#idle.splice(0)) connection.close();
  }
}
