import { outage, within } from "../../core/outage.ts";
import { type Dispatcher, SWEEP_MS } from "./dispatcher.ts";

/**
 * A run that has not ended after this time is abandoned: it starts nothing after `SWEEP_MS`, so one of its
 * calls hangs. Other dispatchers may send at the same time, so an abandoned run that continues does no harm.
 */
export const GIVE_UP_MS = 2 * SWEEP_MS;

/** Delay before the next run after a failure, such as the database's, in milliseconds. */
export const RETRY_MS = 1_000;

interface Platform {
  /** A dispatcher for the next runs. */
  open(): Promise<Dispatcher>;
  /** Schedules a call of `ring` at this time (milliseconds since the epoch), replacing an earlier one. */
  setAlarm(at: number): Promise<void>;
  clock(): number;
  /** Called with the error of a failed run; the next run follows soon. */
  onFailure(error: unknown): void;
}

/** Runs a dispatcher when it is woken, and when its next delivery is due: one run at a time. */
export class DispatchAlarm {
  readonly #platform: Platform;
  #dispatcher: Dispatcher | undefined;
  #isRunning = false;
  #isHinted = false;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Sends due deliveries now. */
  async wake(): Promise<void> {
    if (this.#isRunning) {
      this.#isHinted = true;
      this.#dispatcher?.hint();
    } else {
      await this.#platform.setAlarm(this.#platform.clock());
    }
  }

  /** The alarm fires. */
  async ring(): Promise<void> {
    this.#isRunning = true;
    this.#isHinted = false;
    const next = await this.#run();
    this.#isRunning = false;
    if (this.#isHinted) await this.#platform.setAlarm(this.#platform.clock());
    else if (next !== null) await this.#platform.setAlarm(next);
  }

  async #run(): Promise<number | null> {
    const { open, clock, onFailure } = this.#platform;
    try {
      this.#dispatcher ??= await open();
      const running = this.#dispatcher.run(clock() + SWEEP_MS);
      return await within(GIVE_UP_MS, running, () => {
        this.#dispatcher = undefined;
        return outage("dispatcher", "a run hangs and is given up", { message: "The dispatcher hangs." });
      });
    } catch (error) {
      onFailure(error);
      return clock() + RETRY_MS;
    }
  }
}
