import built from "#capture";
import sdk from "#sdk";
import { createApp } from "./app.ts";
import { capturePages } from "./capture/routes.ts";
import { requestServices, sharedServices } from "./composition.ts";
import type { Bindings } from "./env.ts";
import { instance } from "./monitoring/instance.ts";
import { systemContext } from "./operations/commit/context.ts";
import { sealAnew } from "./operations/data-keys/seal-anew.ts";
import { dropUnwanted } from "./operations/endpoints/drop-unwanted.ts";
import { hastenDeliveries } from "./operations/endpoints/hasten.ts";
import { enforceRetention } from "./operations/erasure/enforce-retention.ts";
import { forgetLapsed } from "./operations/erasure/forget-lapsed.ts";
import { sweepMedia } from "./operations/media/sweep.ts";
import { expireOverdue } from "./operations/verifications/expire-overdue.ts";
import type { Lifetime } from "./services.ts";
import { sweepScheduled } from "./webhooks/delivery/wake.ts";

const app = createApp(
  async (bindings, lifetime) => requestServices(await sharedServices(bindings), lifetime),
  sdk,
).route("/verify", capturePages(built));

export { PasswordQueue } from "./accounts/password-queue.ts";
export { AttemptCounters } from "./limits/attempts/attempt-counters.ts";
export { RateCounter } from "./limits/rate-counter.ts";
export { Supervisor } from "./supervisor.ts";
export { WebhookDispatcher } from "./webhook-dispatcher.ts";

export default {
  fetch: app.fetch,

  /** Nobody's proxy: hangs up on a caller's CONNECT, which without a handler is an error in the log. */
  connect: (socket: { close(): Promise<void> }) => socket.close(),

  /**
   * Every minute: sends due deliveries, expires overdue verifications, deletes lapsed rows, erases rows past
   * their retention, and seals anew what older data keys sealed. Overwrites what the isolate has freed.
   */
  async scheduled(_event: unknown, bindings: Bindings, _lifetime: Lifetime): Promise<void> {
    const shared = await sharedServices(bindings);
    const ctx = systemContext(shared, shared.clock());
    const work = await Promise.allSettled([
      sweepScheduled(shared.dispatch, shared.env.WEBHOOK_DISPATCHER),
      expireOverdue(ctx),
      forgetLapsed(ctx),
      enforceRetention(ctx),
      sweepMedia(ctx),
      sealAnew(ctx),
      dropUnwanted(ctx),
      hastenDeliveries(ctx),
    ]);
    await shared.freedMemory.overwrite();
    const failed = work.filter((result) => result.status === "rejected");
    instance.figures.swept(failed.length === 0 ? "ok" : "failed");
    if (failed.length > 0) throw new AggregateError(failed.map(({ reason }) => reason));
  },
};
