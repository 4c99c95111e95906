import { and, type Column, count, eq, gte, lt, ne, type SQL, sql } from "drizzle-orm";
import { resultDurations } from "../../../drizzle/schema/durations.ts";
import { verifications } from "../../../drizzle/schema/verifications.ts";
import type { Scope } from "../../scope.ts";
import { OPEN_SECONDS } from "../../verification/policy.ts";
import { ERASED_REF } from "../../verification/types.ts";
import type { ResultKind } from "../../vocabulary/results.ts";
import type { Database } from "../batch.ts";
import { percentiles } from "./percentiles.ts";
import { countResults, type Period } from "./results.ts";

/**
 * The number of verifications created on one day (UTC, "2026-11-21"), by their present status and decision.
 */
export interface DayCount {
  readonly day: string;
  readonly status: typeof verifications.$inferSelect.status;
  readonly decision: typeof verifications.$inferSelect.decision;
  readonly count: number;
}

/** Median and 95th percentile of one day, or of one kind of call. */
interface Duration {
  readonly bucket: string;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

export interface Overview {
  readonly counts: readonly DayCount[];
  /** Time from creation to decision, by the day of completion. */
  readonly decisions: readonly Duration[];
  /**
   * Duration of the calls that created a result, from the end of the upload to the verdict: by day and by
   * kind.
   */
  readonly calls: readonly Duration[];
  readonly callsByKind: readonly Duration[];
  /** Verifications that await a review, whatever their creation time. */
  readonly awaitingReview: number;
  /** The number of results of each kind created in the period, within and outside verifications. */
  readonly results: Readonly<Record<ResultKind, number>>;
}

/** A verification that completes in a period was created at most this long before the period. */
const LONGEST_OPEN_MS = OPEN_SECONDS.max * 1_000;

/** Reads a period's figures in one round trip. */
export async function readOverview(db: Database, scope: Scope, period: Period): Promise<Overview> {
  const [counts, decisions, calls, callsByKind, waiting, ocr, fraud, liveness, face] = await db.batch([
    countsByDay(db, scope, period),
    decisionsByDay(db, scope, period),
    callsBy(db, scope, period, dayOf(resultDurations.at)),
    callsBy(db, scope, period, resultDurations.kind),
    db
      .select({ n: count() })
      .from(verifications)
      .where(
        and(within(scope), eq(verifications.decision, "review"), ne(verifications.customerRef, ERASED_REF)),
      ),
    countResults(db, scope, "ocr", period),
    countResults(db, scope, "fraud", period),
    countResults(db, scope, "liveness", period),
    countResults(db, scope, "face", period),
  ]);
  const one = ([row]: readonly { n: number }[]) => row?.n ?? 0;
  return {
    counts,
    decisions,
    calls,
    callsByKind,
    awaitingReview: one(waiting),
    results: { ocr: one(ocr), fraud: one(fraud), liveness: one(liveness), face: one(face) },
  };
}

const within = (scope: Scope) =>
  and(eq(verifications.tenantId, scope.tenantId), eq(verifications.mode, scope.mode));

const createdFrom = (since: number, until: number) =>
  and(gte(verifications.createdAt, since), lt(verifications.createdAt, until));

const dayOf = (at: Column) => sql<string>`strftime('%Y-%m-%d', ${at} / 1000, 'unixepoch')`;

function countsByDay(db: Database, scope: Scope, { since, until }: Period) {
  const { createdAt, status, decision } = verifications;
  return db
    .select({ day: dayOf(createdAt), status, decision, count: count() })
    .from(verifications)
    .where(and(within(scope), createdFrom(since, until)))
    .groupBy(sql`1`, status, decision)
    .orderBy(sql`1`);
}

function decisionsByDay(db: Database, scope: Scope, { since, until }: Period) {
  const { createdAt, completedAt } = verifications;
  const completed = and(
    within(scope),
    createdFrom(since - LONGEST_OPEN_MS, until),
    gte(completedAt, since),
    lt(completedAt, until),
  );
  return percentiles(
    db,
    sql`select ${dayOf(completedAt)} as bucket, ${completedAt} - ${createdAt} as ms from ${verifications} where ${completed}`,
  );
}

/** Durations of calls, grouped by day or kind. */
function callsBy(db: Database, scope: Scope, { since, until }: Period, bucket: SQL | Column) {
  const { tenantId, mode, at, ms } = resultDurations;
  const inPeriod = and(eq(tenantId, scope.tenantId), eq(mode, scope.mode), gte(at, since), lt(at, until));
  return percentiles(
    db,
    sql`select ${bucket} as bucket, ${ms} as ms from ${resultDurations} where ${inPeriod}`,
  );
}
