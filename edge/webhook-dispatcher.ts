import { DurableObject } from "cloudflare:workers";
import { sharedServices } from "./composition.ts";
import { type Bindings, EnvError } from "./env.ts";
import { Dispatcher, SWEEP_MS } from "./webhooks/delivery/dispatcher.ts";

/** After a failure, as of the database, it looks again in so many milliseconds. */
const RETRY_MS = 1_000;

/**
 * The deployment's one dispatcher in ordinary times: a call that made an event wakes it, and its alarm rings
 * when the next delivery is due, to the second. It remembers how endpoints behave and has deliveries under
 * way from one sweep into the next. Nothing depends on it: what it leaves lying, the scheduled sweep takes.
 */
export class WebhookDispatcher extends DurableObject<Bindings> {
  #dispatcher: Dispatcher | undefined;
  #isRunning = false;
  #isHinted = false;

  /** Sends due deliveries now. */
  async wake(): Promise<void> {
    if (this.#isRunning) {
      this.#isHinted = true;
      this.#dispatcher?.hint();
    } else {
      await this.ctx.storage.setAlarm(Date.now());
    }
  }

  override async alarm(): Promise<void> {
    this.#isRunning = true;
    this.#isHinted = false;
    const next = await this.#run();
    this.#isRunning = false;
    if (this.#isHinted) await this.ctx.storage.setAlarm(Date.now());
    else if (next !== null) await this.ctx.storage.setAlarm(next);
  }

  async #run(): Promise<number | null> {
    try {
      this.#dispatcher ??= new Dispatcher((await sharedServices(this.env)).dispatch);
      return await this.#dispatcher.run(Date.now() + SWEEP_MS);
    } catch (error) {
      // A message may hold an address or a statement's values; the names of our own settings are safe to say.
      const said =
        error instanceof EnvError ? error.message : error instanceof Error ? error.name : typeof error;
      console.error("webhook dispatcher failed", said);
      return Date.now() + RETRY_MS;
    }
  }
}
