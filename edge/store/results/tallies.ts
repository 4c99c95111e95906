import { and, gte, lt, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { tallies } from "../../../drizzle/schema/tallies.ts";
import type { ResultKind } from "../../../vocabulary/enumerations.ts";
import { DAY_MS } from "../../core/clock.ts";
import type { Scope } from "../../core/scope.ts";
import type { Database, Statement } from "../batch.ts";
import { kindOf, type Period } from "./results.ts";

/**
 * The tallies of a day. `verifications` counts those created on the day by their present status and decision,
 * `results` those made on the day by kind; triggers maintain both. `decision_ms` counts the times from
 * creation to a decision on the day, `unbilled` the server's unbilled calls (see `tenancy/usage.ts`), the
 * others the durations of calls that made a result.
 */
type TallyName = "verifications" | "results" | "decision_ms" | "unbilled" | `${ResultKind}_ms`;

export type Counts = Readonly<Record<string, number>>;

/** The UTC day of a moment, "2026-11-21". */
export const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/**
 * Two significant digits: a day then has a few dozen durations however many calls were made, and a percentile
 * is at most 5 % off.
 */
function rounded(ms: number): number {
  const whole = Math.max(0, Math.round(ms));
  const unit = 10 ** Math.max(0, `${whole}`.length - 2);
  return Math.floor((whole + Math.floor(unit / 2)) / unit) * unit;
}

function countDuration(db: Database, scope: Scope, name: TallyName, at: number, ms: number): Statement {
  const duration = rounded(ms);
  const key = `$."${duration}"`;
  return db
    .insert(tallies)
    .values({
      tenantId: scope.tenantId,
      mode: scope.mode,
      day: dayOf(at),
      name,
      counts: { [duration]: 1 },
    })
    .onConflictDoUpdate({
      target: [tallies.tenantId, tallies.mode, tallies.day, tallies.name],
      set: {
        counts: sql`json_set(${tallies.counts}, ${key}, coalesce(${tallies.counts} ->> ${key}, 0) + 1)`,
      },
    });
}

/** Counts the duration of the call that created a result, in the batch that writes the result. */
export function countCall(
  db: Database,
  scope: Scope,
  { resultId, startedAt, endedAt }: { resultId: string; startedAt: number; endedAt: number },
): Statement {
  const kind = kindOf(resultId);
  if (kind === undefined) throw new Error("not the id of a result");
  return countDuration(db, scope, `${kind}_ms`, startedAt, endedAt - startedAt);
}

/** Counts the time that a verification took to its decision, in the batch that writes the decision. */
export const countDecision = (
  db: Database,
  scope: Scope,
  { createdAt, completedAt }: { createdAt: number; completedAt: number },
): Statement => countDuration(db, scope, "decision_ms", completedAt, completedAt - createdAt);

/** Every tally of a period of whole days, in the order of the days: some eight rows a day. */
export function readTallies(db: Database, scope: Scope, { since, until }: Period) {
  const { day, name, counts } = tallies;
  return db
    .select({ day, name, counts })
    .from(tallies)
    .where(and(inScope(tallies, scope), gte(day, dayOf(since)), lt(day, dayOf(until + DAY_MS - 1))))
    .orderBy(day, name);
}
