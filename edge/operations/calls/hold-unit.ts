import { ApiError } from "../../errors.ts";
import type { AppContext } from "../../http/context.ts";
import type { Scope } from "../../scope.ts";
import type { Database, Statement } from "../../store/batch.ts";
import { addUsage, type Reservation, reserveUsage, useReservation } from "../../store/tenancy/usage.ts";

/** Longer than any call runs: what a crashed one holds lapses then. */
const HELD_MS = 90_000;

export const capReached = () =>
  new ApiError("usage_cap_reached", "This month's usage cap is reached; nothing was processed.");

/** One unit of this month's usage that a billable call is about to use. */
export interface HeldUnit extends Reservation {
  /** Whether it was taken out of a cap, and must be given back when the call fails. */
  readonly reserved: boolean;
}

/**
 * A unit for a billable call, counted by the batch that writes the result. Where the tenant has a cap it is held before
 * the work: 402 `usage_cap_reached` when none is left.
 *
 * Test mode is counted on a counter of its own and never billed; a cap that the operator sets for it holds like any other,
 * so that a tenant can see what reaching one is like.
 */
export async function holdUnit({ var: { services, principal, requestId } }: AppContext): Promise<HeldUnit> {
  const now = services.clock();
  const unit = { id: requestId, now, until: now + HELD_MS };
  const reserved = principal.monthlyCap !== null;
  if (reserved && !(await reserveUsage(services.db, principal.scope, unit))) throw capReached();
  return { ...unit, reserved };
}

/** Counts the unit as used. */
export function countUnit(db: Database, scope: Scope, unit: HeldUnit): Statement[] {
  return unit.reserved ? useReservation(db, scope, unit) : [addUsage(db, scope, unit.now)];
}
