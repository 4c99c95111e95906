import { and, eq } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { livenessResults } from "../../../drizzle/schema/results.ts";
import type { Scope } from "../../scope.ts";
import type { Database, Statement } from "../batch.ts";

type NewLivenessResult = Omit<typeof livenessResults.$inferInsert, keyof Scope>;

export function insertLivenessResult(db: Database, scope: Scope, row: NewLivenessResult): Statement {
  return db.insert(livenessResults).values({ ...row, tenantId: scope.tenantId, mode: scope.mode });
}

export async function findLivenessResult(db: Database, scope: Scope, id: string) {
  const [row] = await db
    .select()
    .from(livenessResults)
    .where(and(inScope(livenessResults, scope), eq(livenessResults.id, id)));
  return row;
}

/** The sealed template of a result's live frame; undefined when this tenant and mode has none. */
export async function findFrameTemplate(db: Database, scope: Scope, id: string) {
  const [row] = await db
    .select({
      id: livenessResults.id,
      sealed: livenessResults.frameTemplate,
      version: livenessResults.templateVersion,
    })
    .from(livenessResults)
    .where(
      and(inScope(livenessResults, scope), eq(livenessResults.id, id), eq(livenessResults.isLive, true)),
    );
  return row;
}
