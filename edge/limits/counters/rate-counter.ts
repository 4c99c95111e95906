import type { Grant } from "../sliding-window.ts";
import type { Counted } from "./in-turn.ts";
import { StoredCounters } from "./stored-counters.ts";

/** Counters of credentials, verifications and the like: those that `limiter.ts` puts into this object. */
export class RateCounter extends StoredCounters {
  take(counted: readonly Counted[]): readonly Grant[] {
    return this.count(counted);
  }
}
