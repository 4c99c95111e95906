import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { reviewNotes, verificationRevisions, verifications } from "../../../drizzle/schema/verifications.ts";
import type { ChangeKind } from "../../../vocabulary/verifications.ts";
import type { Scope } from "../../core/scope.ts";
import type { Inputs } from "../../verification/inputs.ts";
import type { Verification } from "../../verification/types.ts";
import type { Database, Statement } from "../batch.ts";
import { toVerification } from "./stored-verification.ts";

type Stored = typeof verificationRevisions.$inferSelect;
/** What the service itself wrote is read as it is: the rules check it when they replay it. */
export type RevisionRow = Omit<Stored, "inputs" | "change"> & {
  readonly inputs: Inputs | null;
  readonly change: ChangeKind;
};

/** Every change of a verification, oldest first. */
export async function listRevisions(db: Database, scope: Scope, id: string): Promise<RevisionRow[]> {
  const rows = await db
    .select()
    .from(verificationRevisions)
    .where(and(inScope(verificationRevisions, scope), eq(verificationRevisions.verificationId, id)))
    .orderBy(asc(verificationRevisions.revision));
  return rows as RevisionRow[];
}

/** Equal to the condition of the partial index: in review or contested, and not erased. */
export const AWAITS_REVIEW = sql`(${verifications.decision} = 'review' or (${verifications.contestedAt} is not null and ${verifications.reviewedAt} is null)) and ${verifications.customerRef} <> ''`;

/** Whether a review is no contest: contests come first in the queue. */
const IS_NO_CONTEST = sql`${verifications.contestedAt} is null`;

/** The order of the queue: contests first, each kind in the order of the verifications' creation. */
export const QUEUE_ORDER = [asc(IS_NO_CONTEST), asc(verifications.id)];
const REVERSED = [desc(IS_NO_CONTEST), desc(verifications.id)];

/** Condition for the reviews behind this verification in the queue, or before it. */
export function besideInQueue(scope: Scope, side: "behind" | "before", id: string): SQL {
  const place = sql`(select of.contested_at is null from verifications of where of.id = ${id} and of.tenant_id = ${scope.tenantId} and of.mode = ${scope.mode})`;
  const compared = side === "behind" ? sql.raw(">") : sql.raw("<");
  return sql`(${IS_NO_CONTEST}, ${verifications.id}) ${compared} (coalesce(${place}, 1), ${id})`;
}

/** How many verifications await a review, at most `most`. */
export function countReviews(db: Database, scope: Scope, most: number) {
  const waiting = db
    .select({ id: verifications.id })
    .from(verifications)
    .where(and(inScope(verifications, scope), AWAITS_REVIEW))
    .limit(most)
    .as("waiting");
  return db.select({ n: sql<number>`count(*)` }).from(waiting);
}

/** The reasons of the first `most` reviews of the queue, each with the number of reviews that have it. */
export async function countReviewReasons(
  db: Database,
  scope: Scope,
  most: number,
): Promise<ReadonlyMap<string, number>> {
  const reviews = db
    .select({ id: verifications.id, reasons: verifications.decisionReasons })
    .from(verifications)
    .where(and(inScope(verifications, scope), AWAITS_REVIEW))
    .orderBy(...QUEUE_ORDER)
    .limit(most);
  const rows = await db.all<{ code: string; n: number }>(
    sql`select value ->> 'code' as code, count(distinct waiting.id) as n from (${reviews}) waiting, json_each(waiting.decision_reasons) group by 1`,
  );
  return new Map(rows.map(({ code, n }) => [code, n]));
}

/** Verifications that await a review, in the queue's order; only those behind the `after` id. */
export async function listReviewQueue(
  db: Database,
  scope: Scope,
  page: { limit: number; after: string | null },
): Promise<Verification[]> {
  const behind = page.after === null ? undefined : besideInQueue(scope, "behind", page.after);
  const rows = await db
    .select()
    .from(verifications)
    .where(and(inScope(verifications, scope), AWAITS_REVIEW, behind))
    .orderBy(...QUEUE_ORDER)
    .limit(page.limit);
  return rows.map(toVerification);
}

/** Verifications that await a review before this one in the queue, the nearest first. */
export async function listReviewQueueBefore(
  db: Database,
  scope: Scope,
  page: { limit: number; before: string },
): Promise<Verification[]> {
  const before = besideInQueue(scope, "before", page.before);
  const rows = await db
    .select()
    .from(verifications)
    .where(and(inScope(verifications, scope), AWAITS_REVIEW, before))
    .orderBy(...REVERSED)
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
