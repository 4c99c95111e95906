import { sharedServices } from "./composition.ts";
import type { Bindings } from "./env.ts";
import { systemContext } from "./operations/commit/context.ts";
import { discardUndeliverable, rescheduleSkewedDeliveries } from "./operations/deliveries.ts";
import { enforceRetention, forgetLapsed } from "./operations/erasure/enforce-retention.ts";
import { sweepMedia } from "./operations/media.ts";
import { decideOverdue } from "./operations/own-checks/answer-check.ts";
import { expireRegistrations } from "./operations/registrations/expire.ts";
import { expireOverdue } from "./operations/verifications/close.ts";
import { instance } from "./platform/figures.ts";
import { sweepScheduled } from "./webhooks/delivery/wake.ts";

/**
 * The scheduled work: sends due deliveries, expires overdue verifications, decides by overdue external
 * checks, deletes expired rows, and erases rows past their retention. Tries all of it, then throws an
 * `AggregateError` of what failed.
 */
export async function runSchedule(bindings: Bindings): Promise<void> {
  const shared = await sharedServices(bindings);
  const ctx = systemContext(shared, shared.clock());
  const work = await Promise.allSettled([
    sweepScheduled(shared.dispatch, shared.env.WEBHOOK_DISPATCHER),
    expireOverdue(ctx),
    decideOverdue(ctx),
    forgetLapsed(ctx),
    enforceRetention(ctx),
    expireRegistrations(ctx),
    sweepMedia(ctx),
    discardUndeliverable(ctx),
    rescheduleSkewedDeliveries(ctx),
  ]);
  const failed = work.filter((result) => result.status === "rejected");
  instance.figures.swept(failed.length === 0 ? "ok" : "failed");
  if (failed.length > 0) throw new AggregateError(failed.map(({ reason }) => reason));
}
