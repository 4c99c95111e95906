import { type ObjectNamespace, objectNamed } from "../../ports/durable-objects.ts";
import { type Changed, type Counted, giveAllBack, takeInTurn } from "../counters/in-turn.ts";
import { orRefused } from "../limiter.ts";
import { RefusalMemory } from "../refusal-memory.ts";
import type { Counter, Grant } from "../sliding-window.ts";

/** Strangers come one after the other, and anybody else at once: see `pace.ts`. */
export type Comer = "known" | "stranger";

/** Counts attempts at the dashboard, each under several counters at once: see `in-turn.ts`. */
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
