import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { reviewNotes, verificationRevisions, verifications } from "../../../drizzle/schema/verifications.ts";
import type { ChangeKind } from "../../../vocabulary/verifications.ts";
import type { Scope } from "../../core/scope.ts";
import type { Inputs } from "../../verification/inputs.ts";
import type { Database, Statement } from "../batch.ts";

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

type Side = "behind" | "before";

/** Condition for the reviews behind this verification in the queue, or before it. */
export function besideInQueue(scope: Scope, side: Side, id: string): SQL {
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

/**
 * The id of the nearest review behind this one in the queue, or before it; null for none. Without an id: the
 * first one, or the last.
 */
export async function nearestInQueue(
  db: Database,
  scope: Scope,
  side: Side,
  id: string | null,
): Promise<string | null> {
  const beside = id === null ? undefined : besideInQueue(scope, side, id);
  const [row] = await db
    .select({ id: verifications.id })
    .from(verifications)
    .where(and(inScope(verifications, scope), AWAITS_REVIEW, beside))
    .orderBy(...(side === "behind" ? QUEUE_ORDER : REVERSED))
    .limit(1);
  return row?.id ?? null;
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
