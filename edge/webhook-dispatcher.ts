import { DurableObject } from "cloudflare:workers";
import { sharedServices } from "./composition.ts";
import { type Bindings, EnvError } from "./env.ts";
import { outage, within } from "./outage.ts";
import { Dispatcher, SWEEP_MS } from "./webhooks/delivery/dispatcher.ts";

/**
 * A run that has not ended by then is given up: it starts nothing after `SWEEP_MS`, so a call of it hangs.
 * Other dispatchers may send at the same time, so the one that was given up does no harm if it goes on.
 */
const GIVE_UP_MS = 2 * SWEEP_MS;

/** Delay before the next run after a failure, such as the database's, in milliseconds. */
const RETRY_MS = 1_000;

/**
 * The deployment's single dispatcher in normal operation. A call that created an event wakes it, and its
 * alarm fires when the next delivery is due, to the second. Between sweeps it remembers the endpoints'
 * concurrency and continues active sends. Correctness does not depend on it: the scheduled sweep sends any
 * delivery that it misses.
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
      const running = this.#dispatcher.run(Date.now() + SWEEP_MS);
      return await within(GIVE_UP_MS, running, () => {
        this.#dispatcher = undefined;
        return outage("dispatcher", "a run hangs and is given up", { message: "The dispatcher hangs." });
      });
    } catch (error) {
      // A message may contain an address or a statement's values; the names of our own settings are safe to
      // log.
      const said =
        error instanceof EnvError ? error.message : error instanceof Error ? error.name : typeof error;
      console.error("webhook dispatcher failed", said);
      return Date.now() + RETRY_MS;
    }
  }
}
