import { resultDurations } from "../../../drizzle/schema/durations.ts";
import type { Scope } from "../../scope.ts";
import type { Database, Statement } from "../batch.ts";
import { kindOf } from "./results.ts";

/** Records the duration of the call that created a result, in the batch that writes the result. */
export function insertDuration(
  db: Database,
  scope: Scope,
  { resultId, startedAt, endedAt }: { resultId: string; startedAt: number; endedAt: number },
): Statement {
  const kind = kindOf(resultId);
  if (kind === undefined) throw new Error("not the id of a result");
  return db.insert(resultDurations).values({
    resultId,
    tenantId: scope.tenantId,
    mode: scope.mode,
    kind,
    at: startedAt,
    ms: Math.max(0, endedAt - startedAt),
  });
}
