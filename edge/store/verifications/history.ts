import { and, asc, desc, eq, gt, lt, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { reviewNotes, verificationRevisions, verifications } from "../../../drizzle/schema/verifications.ts";
import type { Scope } from "../../core/scope.ts";
import type { Verification } from "../../verification/types.ts";
import type { Database, Statement } from "../batch.ts";
import { toVerification } from "./stored-verification.ts";

export type RevisionRow = typeof verificationRevisions.$inferSelect;

/** Every change of a verification, oldest first. */
export async function listRevisions(db: Database, scope: Scope, id: string): Promise<RevisionRow[]> {
  return db
    .select()
    .from(verificationRevisions)
    .where(and(inScope(verificationRevisions, scope), eq(verificationRevisions.verificationId, id)))
    .orderBy(asc(verificationRevisions.revision));
}

/** Equal to the condition of the partial index: to be reviewed, and not erased. */
export const AWAITS_REVIEW = sql`${verifications.decision} = 'review' and ${verifications.customerRef} <> ''`;

/** Verifications that await a review, longest waiting first; only those younger than the `after` id. */
export async function listReviewQueue(
  db: Database,
  scope: Scope,
  page: { limit: number; after: string | null },
): Promise<Verification[]> {
  const rows = await db
    .select()
    .from(verifications)
    .where(
      and(
        inScope(verifications, scope),
        AWAITS_REVIEW,
        page.after === null ? undefined : gt(verifications.id, page.after),
      ),
    )
    .orderBy(asc(verifications.id))
    .limit(page.limit);
  return rows.map(toVerification);
}

/** Verifications that await a review and are older than the `before` id, the nearest first. */
export async function listReviewQueueBefore(
  db: Database,
  scope: Scope,
  page: { limit: number; before: string },
): Promise<Verification[]> {
  const rows = await db
    .select()
    .from(verifications)
    .where(and(inScope(verifications, scope), AWAITS_REVIEW, lt(verifications.id, page.before)))
    .orderBy(desc(verifications.id))
    .limit(page.limit);
  return rows.map(toVerification);
}

type NoteRow = typeof reviewNotes.$inferSelect;
export type NewNote = Omit<typeof reviewNotes.$inferInsert, keyof Scope>;

export function insertNote(db: Database, scope: Scope, row: NewNote): Statement {
  return db.insert(reviewNotes).values({ ...row, tenantId: scope.tenantId, mode: scope.mode });
}

/** The notes of a verification's rulings, oldest first. */
export async function listNotes(db: Database, scope: Scope, verificationId: string): Promise<NoteRow[]> {
  return db
    .select()
    .from(reviewNotes)
    .where(and(inScope(reviewNotes, scope), eq(reviewNotes.verificationId, verificationId)))
    .orderBy(asc(reviewNotes.revision));
}
