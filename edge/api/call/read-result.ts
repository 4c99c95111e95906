import { requireSecretKey } from "../../auth/scopes.ts";
import { ApiError } from "../../errors.ts";
import type { AppContext } from "../../http/context.ts";
import { pathParameter } from "../../http/parameters/path-parameter.ts";
import type { Scope } from "../../scope.ts";
import type { Database } from "../../store/batch.ts";
import { datedBody } from "./check-answer.ts";
import { meterRead } from "./meter-read.ts";

interface StoredResult {
  readonly body: Readonly<Record<string, unknown>>;
  readonly createdAt: number;
}

/** Reads a kept result by its id; undefined for an id that this tenant and mode does not have. */
export type Finder<R extends StoredResult> = (
  db: Database,
  scope: Scope,
  id: string,
) => Promise<R | undefined>;

/**
 * Reads a result back: its body and the time when it was made. For secret keys only, and counted like the
 * call that made the result. Throws 404 `not_found` for an id that this tenant and mode does not have.
 */
export async function readResult<R extends StoredResult>(
  c: AppContext,
  find: Finder<R>,
): Promise<{ row: R; body: object }> {
  const { services } = c.var;
  const { scope } = requireSecretKey(c.var.principal);
  const row = await find(services.db, scope, pathParameter(c, "id"));
  if (row === undefined) throw new ApiError("not_found", "There is no such result.");
  await meterRead(c);
  return { row, body: datedBody(row.body, row.createdAt) };
}
