import { reserveUsage } from "../../store/tenancy/usage.ts";
import type { ScopeContext } from "../commit/context.ts";
import type { HeldUnit } from "../commit/pending-call.ts";
import { capReached } from "../parts/cap-reached.ts";

/** Longer than any call runs: a unit that a crashed call holds lapses then. */
const HELD_MS = 90_000;

/**
 * A unit for a billable call, counted by the batch that writes the result. Where the tenant has a cap the
 * unit is held before the work: 402 `usage_cap_reached` when none is left.
 *
 * Test mode is counted on a counter of its own and never billed; a cap that the operator sets for it holds
 * like any other, so that a tenant can see what reaching one is like.
 */
export async function holdUnit(
  { services, scope, now }: ScopeContext,
  { id, isCapped }: { readonly id: string; readonly isCapped: boolean },
): Promise<HeldUnit> {
  const unit = { id, now, until: now + HELD_MS };
  if (isCapped && !(await reserveUsage(services.db, scope, unit))) throw capReached();
  return { ...unit, reserved: isCapped };
}
