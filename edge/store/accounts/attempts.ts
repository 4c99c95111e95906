import { sql } from "drizzle-orm";
import { attemptCounts } from "../../../drizzle/schema/dashboard.ts";
import type { AttemptHit, AttemptStanding } from "../../platform/ports.ts";
import type { Database } from "../batch.ts";

const COUNTED = sql`from attempt_counts c where c.counter = attempted.counter and c.rule = attempted.rule and c.slot <= attempted.slot + 1 and c.ends_at >`;

/** The rules of the attempt, as a table. */
const attempt = (hits: readonly AttemptHit[]) => {
  const rows = hits.map(({ turn, counter, rule, most, slot, endsAt }) => [
    turn,
    counter,
    rule,
    most,
    slot,
    endsAt,
  ]);
  return sql`attempted as (select value ->> 0 as turn, value ->> 1 as counter, value ->> 2 as rule, value ->> 3 as most, value ->> 4 as slot, value ->> 5 as ends_at from json_each(${JSON.stringify(rows)}))`;
};

/**
 * Counts an attempt under its rules, up to the first turn without room, in one transaction: concurrent
 * attempts through many edges never exceed the limit. Returns the turn that rejected it, or null, and the
 * state of each rule.
 */
export async function countAttempts(db: Database, hits: readonly AttemptHit[], now: number) {
  const rules = attempt(hits);
  const full = sql`(select min(turn) from attempted where most <= (select coalesce(sum(c.hits), 0) ${COUNTED} ${now}))`;
  const count = db.all<{ counter: string }>(
    sql`with ${rules} insert into ${attemptCounts} (counter, rule, slot, hits, ends_at) select counter, rule, slot, 1, ends_at from attempted where turn < coalesce(${full}, ${hits.length}) on conflict (counter, rule, slot) do update set hits = hits + 1 returning counter, rule`,
  );
  const standing = db.all<AttemptStanding>(
    sql`with ${rules} select turn, (select coalesce(sum(c.hits), 0) ${COUNTED} ${now}) as hits, (select min(c.ends_at) ${COUNTED} ${now} and c.hits > 0) as until from attempted`,
  );
  const [counted, standings] = await db.batch([count, standing]);
  const refusedBy = hits[counted.length]?.turn ?? null;
  return { refusedBy, standings };
}

/** Removes the newest hit of each rule. */
export async function removeAttempts(db: Database, hits: readonly AttemptHit[]): Promise<void> {
  const newest = sql`select (select c.rowid from ${attemptCounts} c where c.counter = attempted.counter and c.rule = attempted.rule and c.hits > 0 order by c.slot desc limit 1) from attempted`;
  await db.run(
    sql`with ${attempt(hits)} update ${attemptCounts} set hits = hits - 1 where rowid in (${newest})`,
  );
}
