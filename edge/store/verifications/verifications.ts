import { type AnyColumn, and, asc, desc, eq, gte, lt, lte, type SQL, sql } from "drizzle-orm";
import { inScope, wordList } from "../../../drizzle/schema/columns.ts";
import { verificationRevisions, verifications } from "../../../drizzle/schema/verifications.ts";
import type { Decision, Status } from "../../../vocabulary/verifications.ts";
import { type ChangeKind, isOpenStatus, OPEN_STATUSES } from "../../../vocabulary/verifications.ts";
import { firstIdAt } from "../../core/ids.ts";
import type { Scope } from "../../core/scope.ts";
import { nextDeadline } from "../../verification/external-checks.ts";
import type { Inputs } from "../../verification/inputs.ts";
import type { Verification } from "../../verification/types.ts";
import { type Database, isDuplicate, type Statement } from "../batch.ts";
import { idsWithTerms, type WantedTerms } from "../results/search-terms.ts";
import { countDecision } from "../results/tallies.ts";
import { toVerification } from "./stored-verification.ts";

/** The changes that may decide. */
const DECIDING: readonly ChangeKind[] = ["step_result", "checked"];

/** The columns of a verification, which every change writes. */
const columns = (scope: Scope, verification: Verification): typeof verifications.$inferInsert => ({
  ...verification,
  checkDeadline: nextDeadline(verification),
  tenantId: scope.tenantId,
  mode: scope.mode,
});

export async function loadVerification(
  db: Database,
  scope: Scope,
  id: string,
): Promise<Verification | undefined> {
  const [row] = await db
    .select()
    .from(verifications)
    .where(and(inScope(verifications, scope), eq(verifications.id, id)));
  return row === undefined ? undefined : toVerification(row);
}

export interface Change {
  readonly at: number;
  readonly kind: ChangeKind;
  readonly resultId: string | null;
  readonly inputs?: Inputs | null;
}

export function insertVerification(
  db: Database,
  scope: Scope,
  verification: Verification,
  at: number,
): Statement[] {
  const change: Change = { at, kind: "created", resultId: null };
  return [
    insertRevision(db, scope, verification, change),
    db.insert(verifications).values(columns(scope, verification)),
    ...decisionOf(db, scope, verification),
  ];
}

/**
 * Writes a changed verification whose `revision` is one more than the revision read. These statements come
 * first in their batch: when another writer has taken the number, the first one fails, the whole batch is
 * rolled back, and `lostRace` recognises the error.
 */
export function updateVerification(
  db: Database,
  scope: Scope,
  verification: Verification,
  change: Change,
): Statement[] {
  return [
    insertRevision(db, scope, verification, change),
    db
      .update(verifications)
      .set(columns(scope, verification))
      .where(and(inScope(verifications, scope), eq(verifications.id, verification.id))),
    ...(DECIDING.includes(change.kind) ? decisionOf(db, scope, verification) : []),
  ];
}

/** A verification that a change has decided counts among the times to a decision. */
function decisionOf(db: Database, scope: Scope, { createdAt, completedAt }: Verification): Statement[] {
  return completedAt === null ? [] : [countDecision(db, scope, { createdAt, completedAt })];
}

function insertRevision(
  db: Database,
  scope: Scope,
  { id, revision }: Verification,
  change: Change,
): Statement {
  return db.insert(verificationRevisions).values({
    verificationId: id,
    revision,
    tenantId: scope.tenantId,
    mode: scope.mode,
    at: change.at,
    change: change.kind,
    resultId: change.resultId,
    inputs: change.inputs ?? null,
  });
}

/** Marks a revision as read with a secret key: changes no row if that or a later one was read before. */
export function markRead(
  db: Database,
  scope: Scope,
  { id, revision }: Pick<Verification, "id" | "revision">,
): Statement {
  return db
    .update(verifications)
    .set({ readRevision: revision })
    .where(
      and(inScope(verifications, scope), eq(verifications.id, id), lt(verifications.readRevision, revision)),
    );
}

/** Whether a batch failed because another writer changed the verification first. */
export function lostRace(error: unknown): boolean {
  return isDuplicate(error, "verification_revisions");
}

/** The filter of a list of verifications. An undefined property filters nothing. */
export interface VerificationFilter {
  readonly status?: Status | undefined;
  readonly decision?: Decision | undefined;
  readonly customerRef?: string | undefined;
  /** Creation time in milliseconds since the epoch, from `since` until just before `until`. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Words of the document's name, or its number. */
  readonly terms?: WantedTerms | undefined;
}

/**
 * Newest first, only verifications older than the `before` id, in their state at `now`: overdue ones count as
 * expired.
 */
export async function listVerifications(
  db: Database,
  scope: Scope,
  page: { limit: number; before: string | null; now: number },
  filter: VerificationFilter = {},
): Promise<Verification[]> {
  const rows = await selectVerifications(db, scope, page, filter);
  return rows.map(toVerification);
}

/**
 * Ids begin with the creation time, so bounds of the creation are bounds of the ids: one index finds the rows
 * in their order under any filter, and no page scans a tenant's verifications.
 */
export function selectVerifications(
  db: Database,
  scope: Scope,
  { limit, before, now }: { limit: number; before: string | null; now: number },
  filter: VerificationFilter,
) {
  const { id, status, decision, customerRef, expiresAt } = verifications;
  // Words, a reference or a decision are more selective than a status: `+` makes SQLite use their index.
  const isFound = filter.terms !== undefined;
  const isNarrow = isFound || filter.customerRef !== undefined || filter.decision !== undefined;
  const narrowed = [
    before === null ? undefined : lt(id, before),
    filter.status && (isNarrow ? sql`+${status} = ${filter.status}` : eq(status, filter.status)),
    // The unary `+` keeps SQLite from using the index of the expiry, which covers all tenants.
    filter.status !== undefined && isOpenStatus(filter.status) ? sql`+${expiresAt} > ${now}` : undefined,
    filter.decision &&
      (filter.customerRef === undefined && !isFound
        ? eq(decision, filter.decision)
        : sql`+${decision} = ${filter.decision}`),
    filter.customerRef === undefined ? undefined : eq(customerRef, filter.customerRef),
    filter.since === undefined ? undefined : gte(id, firstIdAt("verification", filter.since)),
    filter.until === undefined ? undefined : lt(id, firstIdAt("verification", filter.until)),
    filter.terms === undefined ? undefined : sql`${id} in (${idsWithTerms(scope, filter.terms)})`,
  ];
  return db
    .select()
    .from(verifications)
    .where(and(inScope(verifications, scope), ...narrowed))
    .orderBy(desc(id))
    .limit(limit);
}

/** How many verifications the filter finds at `now`, at most `most`. */
export async function countVerifications(
  db: Database,
  scope: Scope,
  { most, now }: { readonly most: number; readonly now: number },
  filter: VerificationFilter,
): Promise<number> {
  const followed = selectVerifications(db, scope, { limit: most, before: null, now }, filter).as("followed");
  const [row] = await db.select({ n: sql<number>`count(*)` }).from(followed);
  return row?.n ?? 0;
}

/** The decisions that a replay reads: of one named policy, or of all. */
export interface DecidedFilter {
  readonly policyId: string | null;
  /** Creation time in milliseconds since the epoch, from `since` until just before `until`. */
  readonly since: number;
  readonly until: number;
}

/** Completed verifications, newest first, only those older than the `before` id. Erased ones are included. */
export async function listDecided(
  db: Database,
  scope: Scope,
  { policyId, since, until }: DecidedFilter,
  { limit, before }: { readonly limit: number; readonly before: string | null },
): Promise<Verification[]> {
  const { id, status } = verifications;
  const rows = await db
    .select()
    .from(verifications)
    .where(
      and(
        inScope(verifications, scope),
        // The unary `+` makes SQLite use the index of the policy.
        policyId === null ? eq(status, "completed") : sql`+${status} = 'completed'`,
        policyId === null ? undefined : eq(verifications.policyId, policyId),
        gte(id, firstIdAt("verification", since)),
        lt(id, before ?? firstIdAt("verification", until)),
      ),
    )
    .orderBy(desc(id))
    .limit(limit);
  return rows.map(toVerification);
}

/** Equal to the condition of the partial index of such rows. */
const IS_OPEN = sql`${verifications.status} in ${wordList(OPEN_STATUSES)}`;

/**
 * For the scheduled sweep only, over all tenants: open verifications past their expiry, longest overdue
 * first.
 */
export const listOverdue = (db: Database, now: number, limit: number) =>
  listByTime(db, verifications.expiresAt, and(IS_OPEN, lte(verifications.expiresAt, now)), limit);

/**
 * For the scheduled sweep only, over all tenants: open verifications with an overdue external check, longest
 * overdue first.
 */
export const listOverdueChecks = (db: Database, now: number, limit: number) =>
  listByTime(
    db,
    verifications.checkDeadline,
    // One that has expired meanwhile is not decided. The unary `+` keeps SQLite from its expiry's index.
    and(lte(verifications.checkDeadline, now), sql`+${verifications.expiresAt} > ${now}`),
    limit,
  );

async function listByTime(db: Database, time: AnyColumn, which: SQL | undefined, limit: number) {
  const rows = await db.select().from(verifications).where(which).orderBy(asc(time)).limit(limit);
  return rows.map((row) => ({
    scope: { tenantId: row.tenantId, mode: row.mode },
    verification: toVerification(row),
  }));
}
