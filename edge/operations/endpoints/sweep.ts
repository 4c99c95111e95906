import { CLOCKS_AGREE_MS } from "../../core/clock.ts";
import { dropPending, hastenQueued, listUnwanted } from "../../store/webhooks/deliveries.ts";
import { commit } from "../commit/commit.ts";
import type { Context } from "../commit/context.ts";

/** Makes deliveries due at once that a clock set ahead has queued: they would wait for that clock's time. */
export async function rescheduleSkewedDeliveries(ctx: Context): Promise<void> {
  const { services, now } = ctx;
  const statements = [hastenQueued(services.db, { now, queuedAfter: now + CLOCKS_AGREE_MS })];
  await commit(ctx, { statements });
}

/** Endpoints of one sweep; the next one goes on. */
const PER_SWEEP = 20;

/**
 * Makes dead letters of the deliveries that still wait for disabled endpoints. Disabling one drops the first
 * of a long queue at once, and this the rest.
 */
export async function discardUndeliverable(ctx: Context): Promise<void> {
  const { services, now } = ctx;
  for (const { id, ...scope } of await listUnwanted(services.db, PER_SWEEP)) {
    await commit(ctx, { statements: [dropPending(services.db, scope, id, now)] });
  }
}
