import { isUncertain } from "../../core/outage.ts";
import { releaseKey } from "../../store/tenancy/idempotency.ts";
import { giveBackUsage, reserveUsage as reserving } from "../../store/tenancy/usage.ts";
import { countFailedCheck } from "../checks.ts";
import { commit } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";
import type { EngineUse } from "../commit/engine-use.ts";
import { capReached, type Held, type HeldUnit, usedStatements } from "../commit/pending-call.ts";

/** Longer than any call: a unit that a crashed call holds lapses then. */
const HELD_MS = 90_000;

/**
 * A unit for a billable call, counted by the batch that writes the result. If the tenant has a cap, the unit
 * is reserved before the work; throws 402 `usage_cap_reached` at the cap.
 *
 * Test mode has a counter of its own and is never billed. A cap that the operator sets for test mode holds
 * like any other, so that a tenant can see the refusal.
 */
export async function reserveUsage(
  { services, scope, now }: ScopeContext,
  { id, isCapped }: { readonly id: string; readonly isCapped: boolean },
): Promise<HeldUnit> {
  const unit = { id, now, until: now + HELD_MS };
  if (isCapped && !(await reserving(services.db, scope, unit))) throw capReached();
  return { ...unit, reserved: isCapped };
}

/** Gives back the key and the unit of a call that failed, so that the call may be tried again. */
export async function releaseReservations(ctx: ScopeContext, { key, unit }: Held): Promise<void> {
  const { services, scope } = ctx;
  await commit(ctx, {
    statements: [
      ...(key === null ? [] : [releaseKey(services.db, scope, key.call, key.lease)]),
      ...(unit?.reserved ? [giveBackUsage(services.db, scope, unit)] : []),
    ],
  });
}

interface FailedCall {
  readonly held: Held;
  readonly engines: EngineUse;
  readonly error: unknown;
}

/**
 * Ends a call that failed: it gives back its key and its unit. If an engine had worked on it, the call counts
 * instead: the unit as used, and a check as a capture of each part that it was to judge.
 */
export async function endFailedCall(
  ctx: ScopeContext<"vault" | "inference" | "clock">,
  { held, engines, error }: FailedCall,
): Promise<void> {
  const { services } = ctx;
  const isCounted = engines.countsIn(error);
  try {
    if (isCounted && engines.judged !== null) await countFailedCheck(ctx, engines.judged);
  } finally {
    const ended = isCounted ? countUsed(ctx, held) : releaseReservations(ctx, held);
    // The call has just waited for the database, and must not wait for it again.
    if (isUncertain(error) && services.background !== null) services.background(ended);
    else await ended;
  }
}

async function countUsed(ctx: ScopeContext, { key, unit }: Held): Promise<void> {
  const { services, scope } = ctx;
  await commit(ctx, {
    statements: [
      ...(key === null ? [] : [releaseKey(services.db, scope, key.call, key.lease)]),
      ...(unit === null ? [] : usedStatements(services.db, scope, unit)),
    ],
  });
}
