import { and, eq, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { tallies } from "../../../drizzle/schema/tallies.ts";
import { verifications } from "../../../drizzle/schema/verifications.ts";
import type { Scope } from "../../core/scope.ts";
import { type Database, refusesNull, type Statement } from "../batch.ts";
import { dayOf } from "../results/tallies.ts";

const CALLS = sql`coalesce(${tallies.counts} ->> 'calls', 0)`;

/**
 * Counts a call of a tenant's server that is not billed, in the batch of what it writes. With `most` on the
 * day the statement writes null into a not-null column, which rolls the whole batch back: `isSpent`.
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

/** The same of a call by one of a verification's devices, links or codes, `most` as long as it lives. */
export function countDeviceCall(db: Database, scope: Scope, verificationId: string, most: number): Statement {
  const { deviceCalls } = verifications;
  return db
    .update(verifications)
    .set({ deviceCalls: sql`case when ${deviceCalls} < ${most} then ${deviceCalls} + 1 end` })
    .where(and(inScope(verifications, scope), eq(verifications.id, verificationId)));
}

/** Whether a batch was rolled back since as many calls were counted as may be, and whose. */
export function isSpent(error: unknown): "server" | "device" | null {
  if (refusesNull(error, "tallies.counts")) return "server";
  return refusesNull(error, "verifications.device_calls") ? "device" : null;
}
