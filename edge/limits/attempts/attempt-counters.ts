import type { Counted } from "../counters/in-turn.ts";
import { StoredCounters } from "../counters/stored-counters.ts";
import type { Grant } from "../sliding-window.ts";
import type { Comer } from "./attempts.ts";
import { Pace } from "./pace.ts";

/** The deployment's counters of attempts at the dashboard, in one object. */
export class AttemptCounters extends StoredCounters {
  readonly #pace = new Pace();

  async take(counted: readonly Counted[], who: Comer): Promise<readonly Grant[]> {
    const wait = who === "stranger" ? this.#pace.next(Date.now()) : 0;
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    return this.count(counted);
  }
}
