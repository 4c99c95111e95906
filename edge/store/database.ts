import { type Client, createClient, type InStatement, LibsqlError } from "@libsql/client/web";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/libsql/web";
import journal from "../../drizzle/migrations/meta/_journal.json" with { type: "json" };
import { outage } from "../core/outage.ts";
import type { Database } from "./batch.ts";
import type { DatabaseTimeouts } from "./settings.ts";

/** The newest migration that this code was written for: drizzle records each by the time it was made. */
const NEWEST = Math.max(...journal.entries.map(({ when }) => when));

const MESSAGE = "The database does not answer.";

const NO_DATABASE = "what answers at DATABASE_URL is no libSQL server";

/** Statuses of a server, or of a proxy before it, that is unavailable; 500 and above count as well. */
const REFUSALS: Readonly<Record<number, string>> = {
  401: "it rejects DATABASE_AUTH_TOKEN",
  403: "it rejects DATABASE_AUTH_TOKEN",
  404: `${NO_DATABASE} (HTTP 404)`,
  405: `${NO_DATABASE} (HTTP 405)`,
};

/** Errors of SQLite that do not concern the statement: it succeeds once the cause is gone. */
const AWAY: Readonly<Record<string, string>> = {
  SQLITE_FULL: "its disk is full",
  SQLITE_IOERR: "its disk fails",
  SQLITE_CANTOPEN: "its file cannot be opened",
  SQLITE_READONLY: "its file cannot be written",
  SQLITE_BUSY: "another writer holds it",
};

/** The client's code for an answer that is JSON, and not its protocol; what is no JSON is a SyntaxError. */
const NOT_HRANA = "HRANA_PROTO_ERROR";

/** The defaults, for processes without settings. */
const USUAL: DatabaseTimeouts = { read: 5_000, batch: 15_000 };

/**
 * Opens a libSQL server over HTTP (`http:`, `https:`, `libsql:`): sqld, Turso, or the local stack's. Opens no
 * connection yet. A query fails with `service_unavailable`, however deeply the client has wrapped the error,
 * if the server is down, cannot write, or takes longer than `timeouts` for its whole answer. An abandoned
 * write may still take effect: its statements must be correct in any order with those that follow it.
 */
export function openDatabase(url: string, authToken?: string, timeouts: DatabaseTimeouts = USUAL): Database {
  const open = (timeoutMs: number) =>
    createClient({
      url,
      // The client's queue would let one request wait for another's call; workerd treats that as a hung
      // request.
      concurrency: Number.POSITIVE_INFINITY,
      fetch: (request: Request) => reach(request, timeoutMs),
      ...(authToken === undefined ? {} : { authToken }),
    });
  return drizzle(byPurpose(open(timeouts.read), open(timeouts.batch)));
}

/** One client that reads with the first one and writes with the second. */
function byPurpose(reads: Client, writes: Client): Client {
  const execute = writes.execute.bind(writes) as (statement: InStatement) => ReturnType<Client["execute"]>;
  const batch = writes.batch.bind(writes);
  return Object.assign(writes, {
    execute: (statement: InStatement) =>
      (isRead(statement) ? reads.execute(statement) : execute(statement)).catch(toOutage),
    batch: (...given: Parameters<Client["batch"]>) => batch(...given).catch(toOutage),
  });
}

const isRead = (statement: InStatement) =>
  /^\s*select\b/i.test(typeof statement === "string" ? statement : statement.sql);

async function reach(request: Request, timeoutMs: number): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(request, { signal })
    .then(whole)
    .catch((cause: unknown) => {
      const why = signal.aborted ? "it takes too long" : "it cannot be reached";
      throw outage("database", why, { message: MESSAGE, isUncertain: true, cause });
    });
  const why = REFUSALS[response.status] ?? (response.status >= 500 ? "it answers an error" : undefined);
  if (why !== undefined) throw outage("database", why, { message: MESSAGE, isUncertain: true });
  return response;
}

/** The response with its body read, so that the timeout covers the whole answer. */
const whole = async (response: Response) => new Response(await response.arrayBuffer(), response);

function toOutage(cause: unknown): never {
  const isOther = cause instanceof SyntaxError || (cause instanceof LibsqlError && cause.code === NOT_HRANA);
  if (isOther) throw outage("database", NO_DATABASE, { message: MESSAGE, cause });
  const why = cause instanceof LibsqlError ? AWAY[cause.code] : undefined;
  if (why === undefined) throw cause;
  throw outage("database", why, { message: "The database cannot write at the moment.", cause });
}

/** Whether the database has every table and column that this code uses. */
export async function isMigrated(db: Database): Promise<boolean> {
  const [table] = await db.all(sql`select 1 from sqlite_master where name = '__drizzle_migrations'`);
  if (table === undefined) return false;
  const [newest] = await db.all<{ at: number | null }>(
    sql`select max(created_at) as at from __drizzle_migrations`,
  );
  return Number(newest?.at ?? 0) >= NEWEST;
}
