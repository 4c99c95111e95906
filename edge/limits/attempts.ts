import { type ObjectNamespace, objectNamed } from "../platform/ports.ts";
import { orRefused } from "./limiter.ts";
import { RefusalMemory } from "./refusal-memory.ts";
import {
  type Changed,
  type Counted,
  type Counter,
  type Grant,
  giveAllBack,
  takeInTurn,
} from "./sliding-window.ts";

/** Strangers come one after the other, and anybody else at once: see `Pace`. */
export type Comer = "known" | "stranger";

/** Counts attempts at the dashboard, each under several counters at once: see `takeInTurn`. */
export interface Attempts {
  take(counted: readonly Counted[], who: Comer): Promise<readonly Grant[]>;
  /** Takes back the newest attempt under these counters. */
  giveBack(counted: readonly Counted[]): Promise<void>;
}

/**
 * Attempts that all isolates count in one object, in one call each. While it cannot be reached, attempts are
 * refused (503). It keeps the names of the counters, so these are digests.
 */
export function durableAttempts(namespace: ObjectNamespace<Attempts>): Attempts {
  const stub = () => objectNamed(namespace, "attempts");
  return {
    take: (counted, who) => orRefused(stub().take(counted, who)),
    giveBack: (counted) => orRefused(stub().giveBack(counted)),
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
    giveBack: async (counted) => keep(giveAllBack(read, counted, clock())),
  };
}

/** Attempts whose refusals are answered from memory until there is room again. */
export function rememberingAttempts(attempts: Attempts, clock: () => number): Attempts {
  const memory = new RefusalMemory(clock);
  return {
    async take(counted, who) {
      const known = counted.map(({ counter, rules }) => memory.refusal(counter, rules));
      const at = known.findIndex((refusal) => refusal !== null);
      const asked = at === -1 ? counted : counted.slice(0, at);
      const grants = asked.length === 0 ? [] : await attempts.take(asked, who);
      const last = grants.at(-1);
      if (last?.allowed === false) memory.remember(counted[grants.length - 1]!.counter, last);
      const remembered = at === -1 || last?.allowed === false ? [] : [known[at]!];
      return [...grants, ...remembered];
    },
    async giveBack(counted) {
      await attempts.giveBack(counted);
      for (const { counter, rules } of counted) memory.forget(counter, rules);
    },
  };
}

/**
 * Milliseconds between two strangers. A sign-in takes some 7 ms of the thread until its password waits to be
 * hashed, and hashing takes twice as long as this, and more: nobody signs in later for it.
 */
const BETWEEN_MS = 50;
/** The longest wait: a flood must not keep those out who come after it. */
const LONGEST_MS = 2_000;

/** Lets strangers in one after the other, so that a burst of them leaves the thread to others in between. */
export class Pace {
  #nextAt = 0;

  /** How long one who comes now has to wait, in milliseconds. */
  next(now: number): number {
    const wait = Math.min(Math.max(0, this.#nextAt - now), LONGEST_MS);
    this.#nextAt = now + wait + BETWEEN_MS;
    return wait;
  }
}
