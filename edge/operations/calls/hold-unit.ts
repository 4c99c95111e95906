import { reserveUsage } from "../../store/tenancy/usage.ts";
import type { ScopeContext } from "../commit/context.ts";
import type { HeldUnit } from "../commit/pending-call.ts";
import { capReached } from "../parts/cap-reached.ts";

/** Longer than any call: a unit that a crashed call holds lapses then. */
const HELD_MS = 90_000;

/**
 * A unit for a billable call, counted by the batch that writes the result. Where the tenant has a cap the
 * unit is held before the work; throws 402 `usage_cap_reached` at the cap.
 *
 * Test mode has a counter of its own and is never billed. A cap that the operator sets for test mode holds
 * like any other, so that a tenant can see the refusal.
 */
export async function holdUnit(
  { services, scope, now }: ScopeContext,
  { id, isCapped }: { readonly id: string; readonly isCapped: boolean },
): Promise<HeldUnit> {
  const unit = { id, now, until: now + HELD_MS };
  if (isCapped && !(await reserveUsage(services.db, scope, unit))) throw capReached();
  return { ...unit, reserved: isCapped };
}
