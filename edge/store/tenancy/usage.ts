import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { tallies } from "../../../drizzle/schema/tallies.ts";
import { usage, usageCaps, usageReservations } from "../../../drizzle/schema/tenants.ts";
import { verifications } from "../../../drizzle/schema/verifications.ts";
import type { Scope } from "../../core/scope.ts";
import { type Database, refusesNull, type Statement } from "../batch.ts";
import { dayOf } from "../results/tallies.ts";

/** A unit of the cap, reserved while its call runs. */
export interface Reservation {
  readonly id: string;
  readonly now: number;
  /**
   * The reservation expires at this time unless it is used or released before. Milliseconds since the epoch.
   */
  readonly until: number;
}

/** Calendar month in UTC, such as "2026-11". */
const monthOf = (now: number) => new Date(now).toISOString().slice(0, 7);

const ofMonth = (scope: Scope, month: string) => and(inScope(usage, scope), eq(usage.month, month));

/** The number of units that running calls have reserved. */
const reserved = (scope: Scope, now: number) =>
  sql`(select count(*) from ${usageReservations} where ${usageReservations.tenantId} = ${scope.tenantId} and ${usageReservations.mode} = ${scope.mode} and ${usageReservations.month} = ${monthOf(now)} and ${usageReservations.until} > ${now})`;

const capOf = (scope: Scope) =>
  sql`(select ${usageCaps.monthly} from ${usageCaps} where ${usageCaps.tenantId} = ${scope.tenantId} and ${usageCaps.mode} = ${scope.mode})`;

/** Whether the month has a unit left; always true without a cap. */
export const hasUnitLeft = (scope: Scope, now: number) =>
  sql`coalesce((select ${usage.used} from ${usage} where ${ofMonth(scope, monthOf(now))}), 0) + ${reserved(scope, now)} < coalesce(${capOf(scope)}, 9e15)`;

/** Counts one billable call in the month of `now`. Belongs into the batch of the billed result. */
export function addUsage(db: Database, scope: Scope, now: number): Statement {
  return db
    .insert(usage)
    .values({ tenantId: scope.tenantId, mode: scope.mode, month: monthOf(now), used: 1 })
    .onConflictDoUpdate({
      target: [usage.tenantId, usage.mode, usage.month],
      set: { used: sql`${usage.used} + 1` },
    });
}

/** Counts one call if the condition holds, and returns the number of calls used. */
export function addUsageIf(db: Database, scope: Scope, now: number, condition: SQL) {
  return db
    .insert(usage)
    .select(sql`select ${scope.tenantId}, ${scope.mode}, ${monthOf(now)}, 1 where ${condition}`)
    .onConflictDoUpdate({
      target: [usage.tenantId, usage.mode, usage.month],
      set: { used: sql`${usage.used} + 1` },
    })
    .returning({ used: usage.used });
}

/** Counts one call unless the cap is reached. Returns false, and counts nothing, at the cap. */
export async function addUsageWithinCap(db: Database, scope: Scope, now: number): Promise<boolean> {
  return (await addUsageIf(db, scope, now, hasUnitLeft(scope, now))).length > 0;
}

/**
 * Reserves one unit for a call that begins. Returns false when used and reserved units have reached the cap.
 */
export async function reserveUsage(db: Database, scope: Scope, unit: Reservation): Promise<boolean> {
  const inserted = await db
    .insert(usageReservations)
    .select(
      sql`select ${unit.id}, ${scope.tenantId}, ${scope.mode}, ${monthOf(unit.now)}, ${unit.until} where ${hasUnitLeft(scope, unit.now)}`,
    )
    .returning({ id: usageReservations.id });
  return inserted.length > 0;
}

/** Turns a reserved unit into a used one, in the batch of the billed result. */
export function useReservation(db: Database, scope: Scope, unit: Reservation): Statement[] {
  return [addUsage(db, scope, unit.now), releaseUsage(db, scope, unit)];
}

/** Releases a reserved unit. */
export function releaseUsage(db: Database, scope: Scope, { id }: Reservation): Statement {
  return db
    .delete(usageReservations)
    .where(and(eq(usageReservations.id, id), inScope(usageReservations, scope)));
}

/** The number of calls used in the month of `now`, and the monthly cap; a null cap means no limit. */
export async function readUsage(
  db: Database,
  scope: Scope,
  now: number,
): Promise<{ month: string; used: number; cap: number | null }> {
  const month = monthOf(now);
  const [used, caps] = await db.batch([
    db.select({ used: usage.used }).from(usage).where(ofMonth(scope, month)),
    db.select({ monthly: usageCaps.monthly }).from(usageCaps).where(inScope(usageCaps, scope)),
  ]);
  return { month, used: used[0]?.used ?? 0, cap: caps[0]?.monthly ?? null };
}

/** The number of calls used in each month, newest first. */
export async function listUsage(db: Database, scope: Scope, months: number) {
  return db
    .select({ month: usage.month, used: usage.used })
    .from(usage)
    .where(inScope(usage, scope))
    .orderBy(desc(usage.month))
    .limit(months);
}

export function removeUsageCap(db: Database, scope: Scope): Statement {
  return db.delete(usageCaps).where(inScope(usageCaps, scope));
}

export function setUsageCap(db: Database, scope: Scope, monthly: number): Statement {
  return db
    .insert(usageCaps)
    .values({ tenantId: scope.tenantId, mode: scope.mode, monthly })
    .onConflictDoUpdate({ target: [usageCaps.tenantId, usageCaps.mode], set: { monthly } });
}

const CALLS = sql`coalesce(${tallies.counts} ->> 'calls', 0)`;

/**
 * Counts an unbilled call of a tenant's server, in the batch of what it writes. If the day's count is `most`,
 * the statement writes null into a not-null column, which rolls the whole batch back: `isSpent`.
 */
export function countServerCall(db: Database, scope: Scope, most: number, now: number): Statement {
  const { tenantId, mode } = scope;
  return db
    .insert(tallies)
    .values({ tenantId, mode, day: dayOf(now), name: "unbilled", counts: { calls: 1 } })
    .onConflictDoUpdate({
      target: [tallies.tenantId, tallies.mode, tallies.day, tallies.name],
      set: {
        counts: sql`case when ${CALLS} < ${most} then json_set(${tallies.counts}, '$.calls', ${CALLS} + 1) end`,
      },
    });
}

/** The same for a call by one of a verification's devices, links or codes: `most` in its lifetime. */
export function countDeviceCall(db: Database, scope: Scope, verificationId: string, most: number): Statement {
  const { deviceCalls } = verifications;
  return db
    .update(verifications)
    .set({ deviceCalls: sql`case when ${deviceCalls} < ${most} then ${deviceCalls} + 1 end` })
    .where(and(inScope(verifications, scope), eq(verifications.id, verificationId)));
}

/** Whether a batch was rolled back because a limit of unbilled calls was reached, and which limit. */
export function isSpent(error: unknown): "server" | "device" | null {
  if (refusesNull(error, "tallies.counts")) return "server";
  return refusesNull(error, "verifications.device_calls") ? "device" : null;
}
