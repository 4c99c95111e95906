import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../batch.ts";

/**
 * Median and 95th percentile of `ms` in each `bucket` of the rows, by nearest rank: the smallest value that
 * at least 50 % or 95 % of the values do not exceed. `rows` is a select of these two columns.
 */
export function percentiles(db: Database, rows: SQL) {
  const least = (percent: number) => sql<number>`min(case when rank * 100 >= n * ${percent} then ms end)`;
  return db
    .select({ bucket: sql<string>`bucket`, p50Ms: least(50), p95Ms: least(95) })
    .from(
      sql`(select bucket, ms, row_number() over (partition by bucket order by ms) as rank, count(*) over (partition by bucket) as n from (${rows}))`,
    )
    .groupBy(sql`bucket`)
    .orderBy(sql`bucket`);
}
