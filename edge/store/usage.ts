import { and, eq, sql } from "drizzle-orm";
import { usage, usageCaps } from "../../drizzle/schema/tenants.ts";
import type { Scope } from "../scope.ts";
import type { Database, Statement } from "./batch.ts";

/** Calendar month in UTC, such as "2026-11". */
export const monthOf = (now: number) => new Date(now).toISOString().slice(0, 7);

/** Counts one billable call in the month of `now`; put it into the batch of the result that it pays for. */
export function addUsage(db: Database, scope: Scope, now: number): Statement {
  return db
    .insert(usage)
    .values({ tenantId: scope.tenantId, mode: scope.mode, month: monthOf(now), used: 1 })
    .onConflictDoUpdate({
      target: [usage.tenantId, usage.mode, usage.month],
      set: { used: sql`${usage.used} + 1` },
    });
}

/** Calls used in the month of `now`, and the monthly cap; null: none. */
export async function readUsage(
  db: Database,
  scope: Scope,
  now: number,
): Promise<{ month: string; used: number; cap: number | null }> {
  const month = monthOf(now);
  const [used, caps] = await db.batch([
    db
      .select({ used: usage.used })
      .from(usage)
      .where(and(eq(usage.tenantId, scope.tenantId), eq(usage.mode, scope.mode), eq(usage.month, month))),
    db
      .select({ monthly: usageCaps.monthly })
      .from(usageCaps)
      .where(and(eq(usageCaps.tenantId, scope.tenantId), eq(usageCaps.mode, scope.mode))),
  ]);
  return { month, used: used[0]?.used ?? 0, cap: caps[0]?.monthly ?? null };
}

export function setUsageCap(db: Database, scope: Scope, monthly: number): Statement {
  return db
    .insert(usageCaps)
    .values({ tenantId: scope.tenantId, mode: scope.mode, monthly })
    .onConflictDoUpdate({ target: [usageCaps.tenantId, usageCaps.mode], set: { monthly } });
}
