import { and, eq, isNull } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { ocrResults } from "../../../drizzle/schema/results.ts";
import type { Scope } from "../../core/scope.ts";
import type { Database, Statement } from "../batch.ts";

type NewOcrResult = Omit<typeof ocrResults.$inferInsert, keyof Scope>;

export function insertOcrResult(db: Database, scope: Scope, row: NewOcrResult): Statement {
  return db.insert(ocrResults).values({ ...row, tenantId: scope.tenantId, mode: scope.mode });
}

/**
 * The encrypted portrait template of a result; undefined if this tenant and mode has none, or if it was
 * erased.
 */
export async function findPortraitTemplate(db: Database, scope: Scope, id: string) {
  const [row] = await db
    .select({
      id: ocrResults.id,
      encrypted: ocrResults.portraitTemplate,
      version: ocrResults.templateVersion,
    })
    .from(ocrResults)
    .where(and(inScope(ocrResults, scope), eq(ocrResults.id, id), isNull(ocrResults.deletedAt)));
  return row;
}

/** The columns of an erased row: no personal data. */
export const erasedOcr = (now: number) => ({
  body: {},
  customerRef: null,
  portraitTemplate: null,
  templateVersion: null,
  deletedAt: now,
});
