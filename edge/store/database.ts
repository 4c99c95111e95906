import { createClient } from "@libsql/client/web";
import { drizzle } from "drizzle-orm/libsql/web";
import { ApiError } from "../errors.ts";
import type { Database } from "./batch.ts";

/** HTTP statuses of a proxy whose server is down or overloaded. */
const AWAY: readonly number[] = [502, 503, 504];

/**
 * Opens a libSQL server over HTTP (`http:`, `https:`, `libsql:`): sqld, Turso, or the local stack's. Opens no
 * connection yet. While the server is down a query fails with `service_unavailable`, however deeply the
 * client has wrapped the error.
 */
export function openDatabase(url: string, authToken?: string): Database {
  return drizzle(
    createClient({
      url,
      // The client's queue would let one request wait for another's call; workerd treats that as a hung
      // request.
      concurrency: Number.POSITIVE_INFINITY,
      fetch: reach,
      ...(authToken === undefined ? {} : { authToken }),
    }),
  );
}

async function reach(request: Request): Promise<Response> {
  const response = await fetch(request).catch((cause: unknown) => {
    throw away(cause);
  });
  if (AWAY.includes(response.status)) throw away();
  return response;
}

const away = (cause?: unknown) =>
  new ApiError("service_unavailable", "The database does not answer.", { retryAfter: 5, cause });
