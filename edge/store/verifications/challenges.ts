import { and, eq, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { challenges } from "../../../drizzle/schema/verifications.ts";
import type { Scope } from "../../core/scope.ts";
import type { Database, Statement } from "../batch.ts";

export type ChallengeRow = typeof challenges.$inferSelect;
type NewChallenge = Omit<typeof challenges.$inferInsert, keyof Scope>;

const byId = (scope: Scope, id: string) => and(inScope(challenges, scope), eq(challenges.id, id));

export function insertChallenge(db: Database, scope: Scope, row: NewChallenge): Statement {
  return db.insert(challenges).values({ ...row, tenantId: scope.tenantId, mode: scope.mode });
}

export async function findChallenge(
  db: Database,
  scope: Scope,
  id: string,
): Promise<ChallengeRow | undefined> {
  const [row] = await db.select().from(challenges).where(byId(scope, id));
  return row;
}

/**
 * Marks a challenge as used, in the batch that writes its result. For a used challenge the statement writes
 * null into a not-null column, which rolls the whole batch back: of two concurrent checks exactly one is
 * kept.
 */
export function useChallenge(db: Database, scope: Scope, id: string, now: number): Statement {
  return db
    .update(challenges)
    .set({
      usedAt: now,
      expiresAt: sql`case when ${challenges.usedAt} is null then ${challenges.expiresAt} end`,
    })
    .where(byId(scope, id));
}
