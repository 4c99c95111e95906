import { and, eq } from "drizzle-orm";
import { fraudResults } from "../../drizzle/schema/results.ts";
import type { Scope } from "../scope.ts";
import type { Database, Statement } from "./batch.ts";

export type NewFraudResult = Omit<typeof fraudResults.$inferInsert, keyof Scope>;

export function insertFraudResult(db: Database, scope: Scope, row: NewFraudResult): Statement {
  return db.insert(fraudResults).values({ ...row, tenantId: scope.tenantId, mode: scope.mode });
}

/** Several at once, in one statement. */
export function insertFraudResults(db: Database, scope: Scope, rows: readonly NewFraudResult[]): Statement {
  return db
    .insert(fraudResults)
    .values(rows.map((row) => ({ ...row, tenantId: scope.tenantId, mode: scope.mode })));
}

export async function findFraudResult(db: Database, scope: Scope, id: string) {
  const [row] = await db
    .select()
    .from(fraudResults)
    .where(
      and(
        eq(fraudResults.tenantId, scope.tenantId),
        eq(fraudResults.mode, scope.mode),
        eq(fraudResults.id, id),
      ),
    );
  return row;
}
