import { and, count, eq, gte, isNotNull, lt, ne, sql } from "drizzle-orm";
import { verifications } from "../../drizzle/schema/verifications.ts";
import type { Scope } from "../scope.ts";
import { ERASED_REF } from "../verification/types.ts";
import type { Database } from "./batch.ts";
import { countResults, type Period, type ResultKind } from "./results.ts";

/** Verifications that were created on one day (UTC, "2026-11-21") and stand so now. */
export interface DayCount {
  readonly day: string;
  readonly status: typeof verifications.$inferSelect.status;
  readonly decision: typeof verifications.$inferSelect.decision;
  readonly count: number;
}

/** How long the verifications that completed on one day took, from creation to decision: nearest-rank percentiles. */
export interface DayDuration {
  readonly day: string;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

export interface Overview {
  readonly counts: readonly DayCount[];
  readonly durations: readonly DayDuration[];
  /** Verifications that wait for a person, whenever they were created. */
  readonly awaitingReview: number;
  /** Results of each kind that were made in the period, within verifications or without. */
  readonly results: Readonly<Record<ResultKind, number>>;
}

/** A verification is open for a week at most: what completes in a period was not created much before it. */
const LONGEST_OPEN_MS = 604_800_000;

/** Figures of a period, in one round trip. */
export async function readOverview(db: Database, scope: Scope, period: Period): Promise<Overview> {
  const [counts, durations, waiting, ocr, fraud, liveness, face] = await db.batch([
    countsByDay(db, scope, period),
    durationsByDay(db, scope, period),
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
    durations,
    awaitingReview: one(waiting),
    results: { ocr: one(ocr), fraud: one(fraud), liveness: one(liveness), face: one(face) },
  };
}

const within = (scope: Scope) =>
  and(eq(verifications.tenantId, scope.tenantId), eq(verifications.mode, scope.mode));

const createdFrom = (since: number, until: number) =>
  and(gte(verifications.createdAt, since), lt(verifications.createdAt, until));

const dayOf = (at: typeof verifications.createdAt | typeof verifications.completedAt) =>
  sql<string>`strftime('%Y-%m-%d', ${at} / 1000, 'unixepoch')`;

function countsByDay(db: Database, scope: Scope, { since, until }: Period) {
  const { createdAt, status, decision } = verifications;
  return db
    .select({ day: dayOf(createdAt), status, decision, count: count() })
    .from(verifications)
    .where(and(within(scope), createdFrom(since, until)))
    .groupBy(sql`1`, status, decision)
    .orderBy(sql`1`);
}

function durationsByDay(db: Database, scope: Scope, { since, until }: Period) {
  const { createdAt, completedAt } = verifications;
  const day = dayOf(completedAt);
  const ms = sql<number>`${completedAt} - ${createdAt}`;
  const ranked = db
    .select({
      day: day.as("day"),
      ms: ms.as("ms"),
      rank: sql<number>`row_number() over (partition by ${day} order by ${ms})`.as("rank"),
      n: sql<number>`count(*) over (partition by ${day})`.as("n"),
    })
    .from(verifications)
    .where(
      and(
        within(scope),
        createdFrom(since - LONGEST_OPEN_MS, until),
        isNotNull(completedAt),
        gte(completedAt, since),
        lt(completedAt, until),
      ),
    )
    .as("ranked");
  // Nearest rank: the least value that so many per cent do not exceed.
  const percentile = (percent: number) =>
    sql<number>`min(case when ${ranked.rank} * 100 >= ${ranked.n} * ${percent} then ${ranked.ms} end)`;
  return db
    .select({ day: ranked.day, p50Ms: percentile(50), p95Ms: percentile(95) })
    .from(ranked)
    .groupBy(sql`1`)
    .orderBy(sql`1`);
}
