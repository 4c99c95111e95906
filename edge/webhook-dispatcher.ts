import { DurableObject } from "cloudflare:workers";
import { SettingsError } from "../vocabulary/setting-faults.ts";
import { sharedServices } from "./composition.ts";
import type { Bindings } from "./env.ts";
import { DispatchAlarm } from "./webhooks/delivery/alarm.ts";
import { Dispatcher } from "./webhooks/delivery/dispatcher.ts";

/**
 * The deployment's single dispatcher in normal operation. A call that created an event wakes it, and its
 * alarm fires when the next delivery is due, to the second. Between sweeps it remembers the endpoints'
 * concurrency and continues active sends. Correctness does not depend on it: the scheduled sweep sends any
 * delivery that it misses.
 */
export class WebhookDispatcher extends DurableObject<Bindings> {
  readonly #alarm = new DispatchAlarm({
    open: async () => new Dispatcher((await sharedServices(this.env)).dispatch),
    setAlarm: (at) => this.ctx.storage.setAlarm(at),
    clock: () => Date.now(),
    onFailure: logFailure,
  });

  /** Sends due deliveries now. */
  wake(): Promise<void> {
    return this.#alarm.wake();
  }

  override alarm(): Promise<void> {
    return this.#alarm.ring();
  }
}

/**
 * A message may contain an address or a statement's values. The names of our own settings are safe to log.
 */
function logFailure(error: unknown): void {
  const said =
    error instanceof SettingsError ? error.message : error instanceof Error ? error.name : typeof error;
  console.error(JSON.stringify({ event: "dispatcher_failed", error: said }));
}
