import { and, eq } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { faceMatches } from "../../../drizzle/schema/results.ts";
import type { Scope } from "../../core/scope.ts";
import type { Database, Statement } from "../batch.ts";

type NewFaceMatch = Omit<typeof faceMatches.$inferInsert, keyof Scope>;

export function insertFaceMatch(db: Database, scope: Scope, row: NewFaceMatch): Statement {
  return db.insert(faceMatches).values({ ...row, tenantId: scope.tenantId, mode: scope.mode });
}

export async function findFaceMatch(db: Database, scope: Scope, id: string) {
  const [row] = await db
    .select()
    .from(faceMatches)
    .where(and(inScope(faceMatches, scope), eq(faceMatches.id, id)));
  return row;
}
