import { type ObjectNamespace, objectNamed } from "../platform/ports.ts";
import { orRefused } from "./limiter.ts";
import { RefusalMemory } from "./refusal-memory.ts";
import {
  type Changed,
  type Counted,
  type Counter,
  type Grant,
  removeHits,
  takeInTurn,
} from "./sliding-window.ts";

/** Unknown browsers are paced, all others are admitted at once: see `Pace`. */
export type BrowserKind = "known" | "unknown";

/** Counts attempts at the dashboard, each under several counters: see `takeInTurn`. */
export interface Attempts {
  take(counted: readonly Counted[], who: BrowserKind): Promise<readonly Grant[]>;
  /** Removes the newest attempt from these counters. */
  undo(counted: readonly Counted[]): Promise<void>;
}

/**
 * Attempts that all isolates count in one object, in one call each. While it cannot be reached, attempts are
 * rejected (503). It stores the names of the counters, so these are digests.
 */
export function durableAttempts(namespace: ObjectNamespace<Attempts>): Attempts {
  const stub = () => objectNamed(namespace, "attempts");
  return {
    take: (counted, who) => orRefused(stub().take(counted, who)),
    undo: (counted) => orRefused(stub().undo(counted)),
  };
}

/** Attempts that this process counts by itself, for a runtime without Durable Objects. */
export function processAttempts(clock: () => number): Attempts {
  const counters = new Map<string, Counter>();
  const read = (name: string) => counters.get(name) ?? {};
  const keep = (changed: readonly Changed[]) => {
    for (const { counter, hits } of changed) counters.set(counter, hits);
  };
  return {
    async take(counted) {
      const { changed, grants } = takeInTurn(read, counted, clock());
      keep(changed);
      return grants;
    },
    undo: async (counted) => keep(removeHits(read, counted, clock())),
  };
}

/** Attempts whose rejections are answered from memory until their window has room again. */
export function rememberingAttempts(attempts: Attempts, clock: () => number): Attempts {
  const memory = new RefusalMemory(clock);
  return {
    async take(counted, who) {
      const known = counted.map(({ counter, rules }) => memory.refusal(counter, rules));
      const at = known.findIndex((refusal) => refusal !== null);
      const tried = at === -1 ? counted : counted.slice(0, at);
      const grants = tried.length === 0 ? [] : await attempts.take(tried, who);
      const last = grants.at(-1);
      if (last?.allowed === false) memory.remember(counted[grants.length - 1]!.counter, last);
      const remembered = at === -1 || last?.allowed === false ? [] : [known[at]!];
      return [...grants, ...remembered];
    },
    async undo(counted) {
      await attempts.undo(counted);
      for (const { counter, rules } of counted) memory.forget(counter, rules);
    },
  };
}

/**
 * Milliseconds between two attempts of unknown browsers. A sign-in takes some 7 ms of the thread before its
 * password is hashed, and hashing takes more than twice this interval: so pacing delays no sign-in.
 */
const BETWEEN_MS = 50;
/** The longest wait: a flood must not lock out later visitors. */
const LONGEST_MS = 2_000;

/**
 * Admits unknown browsers one after the other, so that a burst leaves time to the thread's other requests.
 */
export class Pace {
  #nextAt = 0;

  /** How long an attempt that arrives now has to wait, in milliseconds. */
  next(now: number): number {
    const wait = Math.min(Math.max(0, this.#nextAt - now), LONGEST_MS);
    this.#nextAt = now + wait + BETWEEN_MS;
    return wait;
  }
}
