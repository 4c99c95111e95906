import { and, eq, gte, lt, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { verifications } from "../../../drizzle/schema/verifications.ts";
import { RESULT_KINDS, type ResultKind } from "../../../vocabulary/enumerations.ts";
import type { Decision, Status } from "../../../vocabulary/verifications.ts";
import { firstIdAt } from "../../core/ids.ts";
import type { Scope } from "../../core/scope.ts";
import type { Database } from "../batch.ts";
import type { Period } from "../results/results.ts";
import { type Counts, readTallies } from "../results/tallies.ts";
import { countReviews } from "../verifications/history.ts";
import { countStages, type StageCount } from "./funnel.ts";

/**
 * The number of verifications created on one day (UTC, "2026-11-21"), by their present status and decision.
 */
export interface DayCount {
  readonly day: string;
  readonly status: Status;
  readonly decision: Decision | null;
  readonly count: number;
}

/** Median and 95th percentile of one day, or of one kind of call, to two digits. */
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
  /** Verifications that await a review, whatever their creation time; at most `MOST_COUNTED`. */
  readonly awaitingReview: number;
  /** Verifications of the period that were erased since, at most `MOST_COUNTED`. `counts` includes them. */
  readonly erased: number;
  /** The stages of the newest verifications of the period. */
  readonly stages: readonly StageCount[];
  /** The number of results of each kind created in the period, within and outside verifications. */
  readonly results: Readonly<Record<ResultKind, number>>;
}

/** Maximum count of verifications that await a review, and of erased ones. */
export const MOST_COUNTED = 1_000;

/**
 * Reads the statistics of a period of whole days in one round trip, from tallies and the newest
 * verifications: the cost depends on the period only.
 */
export async function readOverview(db: Database, scope: Scope, period: Period): Promise<Overview> {
  const [rows, [waiting], [erased], stages] = await db.batch([
    readTallies(db, scope, period),
    countReviews(db, scope, MOST_COUNTED),
    countErased(db, scope, period),
    countStages(db, scope, period),
  ]);
  const named = (name: string) => rows.filter((row) => row.name === name);
  const callsOf = (kind: ResultKind) => named(`${kind}_ms`);
  const made = (kind: ResultKind) =>
    named("results").reduce((sum, { counts }) => sum + (counts[kind] ?? 0), 0);
  return {
    counts: named("verifications").flatMap(dayCounts),
    decisions: durations(named("decision_ms"), ({ day }) => day),
    calls: durations(RESULT_KINDS.flatMap(callsOf), ({ day }) => day),
    callsByKind: durations(RESULT_KINDS.flatMap(callsOf), ({ name }) => name.replace("_ms", "")),
    awaitingReview: waiting?.n ?? 0,
    erased: erased?.n ?? 0,
    stages,
    results: Object.fromEntries(RESULT_KINDS.map((kind) => [kind, made(kind)])) as Overview["results"],
  };
}

interface Tally {
  readonly day: string;
  readonly name: string;
  readonly counts: Counts;
}

/** The keys of this tally are a status and a decision, if any: "completed/approved", "created/". */
const dayCounts = ({ day, counts }: Tally): DayCount[] =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, count]) => {
      const [status, decision] = key.split("/") as [Status, Decision | ""];
      return { day, status, decision: decision === "" ? null : decision, count };
    });

function durations(tallied: readonly Tally[], bucketOf: (tally: Tally) => string): Duration[] {
  return [...Map.groupBy(tallied, bucketOf)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([bucket, each]) => ({ bucket, ...percentilesOf(each.map(({ counts }) => counts)) }));
}

/** An erased verification has no reference; ids begin with the creation time. */
function countErased(db: Database, scope: Scope, { since, until }: Period) {
  const { id, customerRef } = verifications;
  const followed = db
    .select({ id })
    .from(verifications)
    .where(
      and(
        inScope(verifications, scope),
        eq(customerRef, ""),
        gte(id, firstIdAt("verification", since)),
        lt(id, firstIdAt("verification", until)),
      ),
    )
    .limit(MOST_COUNTED)
    .as("followed");
  return db.select({ n: sql<number>`count(*)` }).from(followed);
}

/**
 * Median and 95th percentile of counted values by nearest rank: the smallest value that at least 50 % or 95 %
 * of the values do not exceed. The keys of the counts are the values; there must be one.
 */
function percentilesOf(tallied: readonly Counts[]): { p50Ms: number; p95Ms: number } {
  const values = tallied
    .flatMap((counts) => Object.entries(counts).map(([value, n]) => ({ value: Number(value), n })))
    .sort((a, b) => a.value - b.value);
  const total = values.reduce((sum, { n }) => sum + n, 0);
  const least = (percent: number) => {
    let rank = 0;
    for (const { value, n } of values) {
      rank += n;
      if (rank * 100 >= total * percent) return value;
    }
    return 0;
  };
  return { p50Ms: least(50), p95Ms: least(95) };
}
