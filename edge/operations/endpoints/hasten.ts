import { CLOCKS_AGREE_MS } from "../../clock.ts";
import { hastenQueued } from "../../store/webhooks/deliveries.ts";
import { commit } from "../commit/commit.ts";
import type { Context } from "../commit/context.ts";

/**
 * Makes due at once what a clock that was ahead has queued: it would wait for as long as that clock was
 * wrong.
 */
export async function hastenDeliveries(ctx: Context): Promise<void> {
  const { services, now } = ctx;
  const statements = [hastenQueued(services.db, { now, queuedAfter: now + CLOCKS_AGREE_MS })];
  await commit(ctx, { statements });
}
