import { outage, within } from "../../core/outage.ts";
import { type Dispatcher, SWEEP_MS } from "./dispatcher.ts";

/**
 * A run that has not ended by then is given up: it starts nothing after `SWEEP_MS`, so a call of it hangs.
 * Other dispatchers may send at the same time, so the one that was given up does no harm if it goes on.
 */
export const GIVE_UP_MS = 2 * SWEEP_MS;

/** Delay before the next run after a failure, such as the database's, in milliseconds. */
export const RETRY_MS = 1_000;

interface Platform {
  /** A dispatcher for the next runs. */
  open(): Promise<Dispatcher>;
  /** Lets `ring` be called at this time (milliseconds since the epoch), in place of an earlier one. */
  setAlarm(at: number): Promise<void>;
  clock(): number;
  /** Hears of a run that failed; the next one follows soon. */
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

  /** The time of the alarm has come. */
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
