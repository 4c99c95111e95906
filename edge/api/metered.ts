import type { MiddlewareHandler } from "hono";
import { ApiError } from "../errors.ts";
import type { AppContext, AppEnv } from "../http/context.ts";
import { commit } from "../store/batch.ts";
import { addUsage, addUsageWithinCap, giveBackUsage, reserveUsage, useReservation } from "../store/usage.ts";

/** Longer than any call runs: what a crashed one holds lapses then. */
const HELD_MS = 90_000;

export const capReached = () =>
  new ApiError("usage_cap_reached", "This month's usage cap is reached; nothing was processed.");

/**
 * A billable call: one unit of this month's usage, counted by the batch that writes the result. Where the tenant has a cap
 * the unit is held before the work (402 `usage_cap_reached` when none is left) and given back when the call fails.
 *
 * Test mode is counted on a counter of its own and never billed; a cap that the operator sets for it holds like any other,
 * so that a tenant can see what reaching one is like.
 */
export const metered: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { services, principal, requestId } = c.var;
  const { db } = services;
  const { scope } = principal;
  const now = services.clock();
  if (principal.monthlyCap === null) {
    ride(c, () => [addUsage(db, scope, now)]);
    return next();
  }
  const unit = { id: requestId, now, until: now + HELD_MS };
  if (!(await reserveUsage(db, scope, unit))) throw capReached();
  ride(c, () => useReservation(db, scope, unit));
  await next();
  if (!c.res.ok) await commit(db, [giveBackUsage(db, scope, unit)]);
};

/** A polling read that has found what it is asked for: counted like the call that made it, 402 when the cap is reached. */
export async function meterRead({ var: { services, principal } }: AppContext): Promise<void> {
  const { db } = services;
  const { scope, monthlyCap } = principal;
  const now = services.clock();
  if (monthlyCap === null) services.background(commit(db, [addUsage(db, scope, now)]));
  else if (!(await addUsageWithinCap(db, scope, now))) throw capReached();
}

function ride(c: AppContext, rider: AppContext["var"]["riders"][number]): void {
  c.set("riders", [...c.var.riders, rider]);
}
