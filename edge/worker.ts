import built from "#capture";
import sdk from "#sdk";
import { createApp } from "./app.ts";
import { capturePages } from "./capture/routes.ts";
import { requestServices, sharedServices } from "./composition.ts";
import type { Bindings } from "./env.ts";
import { runSchedule } from "./schedule.ts";
import type { Lifetime } from "./services.ts";

const app = createApp(
  async (bindings, lifetime) => requestServices(await sharedServices(bindings), lifetime),
  sdk,
).route("/verify", capturePages(built));

export { PasswordQueue } from "./accounts/password-queue.ts";
export { AttemptCounters, RateCounter } from "./limits/counter-objects.ts";
export { Supervisor } from "./supervisor.ts";
export { WebhookDispatcher } from "./webhook-dispatcher.ts";

export default {
  fetch: app.fetch,

  /** Rejects CONNECT: without a handler workerd logs an error. */
  connect: (socket: { close(): Promise<void> }) => socket.close(),

  /** Every minute. */
  scheduled: (_event: unknown, bindings: Bindings, _lifetime: Lifetime): Promise<void> =>
    runSchedule(bindings),
};
