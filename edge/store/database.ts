import { createClient } from "@libsql/client/web";
import { drizzle } from "drizzle-orm/libsql/web";
import type { Database } from "./batch.ts";

/** A libSQL server over HTTP (`http:`, `https:`, `libsql:`): sqld, Turso, or the local stack's. Opens no connection. */
export function openDatabase(url: string, authToken?: string): Database {
  return drizzle(
    createClient({
      url,
      // The client's queue would let one request's call wait for another's, which workerd takes for a hung request.
      concurrency: Number.POSITIVE_INFINITY,
      fetch: (request: Request) => fetch(request),
      ...(authToken === undefined ? {} : { authToken }),
    }),
  );
}
