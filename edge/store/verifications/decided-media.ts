import { and, eq, exists, isNotNull, not, or, type SQL, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { mediaObjects } from "../../../drizzle/schema/media.ts";
import { tenants } from "../../../drizzle/schema/tenants.ts";
import { verifications } from "../../../drizzle/schema/verifications.ts";
import type { Scope } from "../../core/scope.ts";
import { CONTEST_MS } from "../../verification/contest.ts";
import type { Database, Statement } from "../batch.ts";

const { status, decision } = verifications;
const IS_DECIDED = sql`${status} = 'completed' and ${decision} in ('approved', 'declined')`;

/**
 * Whether a human may still have to decide: the decision is contested, or can be. Equal to `contestableUntil`
 * and `isContested` of the rules.
 */
const mayNeedHuman = (now: number): SQL =>
  sql`(json_extract(${verifications.policy}, '$.contest') = 'on' and ${status} = 'completed' and ${decision} = 'declined' and ${verifications.reviewedAt} is null and ${verifications.customerRef} <> '' and (${verifications.contestedAt} is not null or ${verifications.completedAt} > ${now - CONTEST_MS}))`;

/**
 * Conditions for kept images of one verification that end with it: those that are kept only for a review,
 * once it is approved, declined, canceled or expired; the others at a decision, if the tenant erases them
 * then. `held`: those of a decision that is contested or can be, which end later.
 */
export function endedMediaOf(
  db: Database,
  scope: Scope,
  verificationId: string,
  now: number,
): { readonly ended: SQL; readonly held: SQL } {
  const erasedAtDecision = db
    .select({ id: tenants.id })
    .from(tenants)
    .where(and(eq(tenants.id, scope.tenantId), tenants.eraseMediaAtDecision));
  const isOver = sql`((${IS_DECIDED}) or ${status} in ('canceled', 'expired'))`;
  const verificationIs = (state: SQL) =>
    exists(
      db
        .select({ id: verifications.id })
        .from(verifications)
        .where(and(inScope(verifications, scope), eq(verifications.id, verificationId), state)),
    );
  const ending = or(
    and(sql`+${mediaObjects.keptUntil} is not null`, verificationIs(isOver)),
    and(exists(erasedAtDecision), verificationIs(IS_DECIDED)),
  );
  const isHeld = verificationIs(mayNeedHuman(now));
  const ofVerification = keptOf(scope, verificationId);
  return {
    ended: sql`${and(ofVerification, ending, not(isHeld))}`,
    held: sql`${and(ofVerification, ending, isHeld)}`,
  };
}

/** Condition for the kept images of one verification. */
function keptOf(scope: Scope, verificationId: string): SQL {
  const { tenantId, mode, verificationId: of, state } = mediaObjects;
  // The unary `+` makes SQLite use the index of the verification: another one holds all of the tenant's
  // images.
  const ofScope = sql`+${tenantId} = ${scope.tenantId} and +${mode} = ${scope.mode}`;
  return sql`${and(eq(of, verificationId), ofScope, sql`+${state} = 'kept'`)}`;
}

/**
 * For the batch that ends a verification: images that would end with it stay until the person can contest no
 * longer.
 */
export const holdMedia = (db: Database, held: SQL, verificationId: string): Statement =>
  db
    .update(mediaObjects)
    .set({
      keptUntil: sql`(select min(coalesce(${mediaObjects.keptUntil}, of.completed_at + ${CONTEST_MS}), of.completed_at + ${CONTEST_MS}) from verifications of where of.id = ${verificationId})`,
    })
    .where(
      sql`${held} and not exists (select 1 from verifications of where of.id = ${verificationId} and of.contested_at is not null)`,
    );

/** Images that were held for a contest stay for its review, as long as those of any review. */
export const keepForContest = (
  db: Database,
  scope: Scope,
  verificationId: string,
  until: number,
): Statement =>
  db
    .update(mediaObjects)
    .set({ keptUntil: until })
    .where(sql`${keptOf(scope, verificationId)} and +${mediaObjects.keptUntil} is not null`);

/** A page of kept images of a tenant whose earlier decisions the sweep processes. */
interface KeptPage {
  readonly tenantId: string;
  /** Those of the tenant's verifications on the page that are decided. */
  readonly decided: readonly { readonly scope: Scope; readonly verificationId: string }[];
  /** Where the next page begins; null after the last one. */
  readonly next: string | null;
}

/**
 * For the scheduled sweep only: the next images of each of some tenants that have turned on the erasure at a
 * decision, at most `limit` of a tenant. `sweptTo` records the progress.
 */
export async function listKeptPages(
  db: Database,
  { tenants: most, limit }: { readonly tenants: number; readonly limit: number },
): Promise<KeptPage[]> {
  const waiting = await db
    .select({ tenantId: tenants.id, after: tenants.mediaSweptTo })
    .from(tenants)
    .where(isNotNull(tenants.mediaSweptTo))
    .orderBy(tenants.id)
    .limit(most);
  return Promise.all(waiting.map((tenant) => keptPage(db, tenant, limit)));
}

async function keptPage(
  db: Database,
  { tenantId, after }: { tenantId: string; after: string | null },
  limit: number,
): Promise<KeptPage> {
  const [mode = "", id = ""] = (after ?? "").split(" ");
  const { status, decision } = verifications;
  const isDecided = sql<number>`coalesce(${status} = 'completed' and ${decision} in ('approved', 'declined'), 0)`;
  const rows = await db
    .select({
      id: mediaObjects.id,
      mode: mediaObjects.mode,
      verificationId: mediaObjects.verificationId,
      isDecided,
    })
    .from(mediaObjects)
    .leftJoin(verifications, eq(verifications.id, mediaObjects.verificationId))
    .where(
      and(
        eq(mediaObjects.tenantId, tenantId),
        // A literal, so that SQLite uses the partial index of kept objects.
        sql`${mediaObjects.state} = 'kept'`,
        sql`(${mediaObjects.mode}, ${mediaObjects.id}) > (${mode}, ${id})`,
      ),
    )
    .orderBy(mediaObjects.mode, mediaObjects.id)
    .limit(limit);
  const decided = new Map(
    rows.flatMap(({ mode: ofMode, verificationId, isDecided: is }) =>
      is && verificationId !== null
        ? [[verificationId, { scope: { tenantId, mode: ofMode }, verificationId }] as const]
        : [],
    ),
  );
  const last = rows.length < limit ? undefined : rows.at(-1);
  return {
    tenantId,
    decided: [...decided.values()],
    next: last === undefined ? null : `${last.mode} ${last.id}`,
  };
}

/** For the scheduled sweep only: records that the tenant's images are processed up to here. */
export const sweptTo = (db: Database, { tenantId, next }: KeptPage): Statement =>
  db.update(tenants).set({ mediaSweptTo: next }).where(eq(tenants.id, tenantId));
