import { leftUntil } from "../clock.ts";
import { keepNewest } from "./keep-newest.ts";
import type { Limiter } from "./limiter.ts";
import type { Grant, Rule } from "./sliding-window.ts";

/** Refusals that are remembered; beyond it the oldest is forgotten. */
const MOST_REMEMBERED = 10_000;
/** A refusal is remembered until its window has room again, and at most so long: a hit may be given back. */
const LONGEST_MS = 60_000;

interface Refusal {
  readonly grant: Grant;
  readonly until: number;
}

/** A limiter that remembers whom it has refused. */
export interface RememberingLimiter extends Limiter {
  /** A refusal under one of the rules that still holds; null where none is remembered. */
  refusal(counter: string, rules: readonly Rule[]): Grant | null;
}

/**
 * A limiter that answers a refused caller from memory until there is room again: who goes on calling costs
 * neither a counter's nor the database's time. Nothing else is remembered, so no call is let in by it.
 */
export function rememberingRefusals(limiter: Limiter, clock: () => number): RememberingLimiter {
  const refusals = new Map<string, Refusal>();
  const nameOf = (counter: string, rule: Rule) => `${counter} ${rule.name}`;

  function refusal(counter: string, rules: readonly Rule[]): Grant | null {
    const now = clock();
    for (const rule of rules) {
      const known = refusals.get(nameOf(counter, rule));
      const resetMs = known === undefined ? 0 : leftUntil(known.until, LONGEST_MS, now);
      if (known !== undefined && resetMs > 0) return { ...known.grant, resetMs };
    }
    return null;
  }

  function remember(counter: string, grant: Grant): void {
    const until = clock() + Math.min(grant.resetMs, LONGEST_MS);
    keepNewest(refusals, nameOf(counter, grant.rule), { grant, until }, MOST_REMEMBERED);
  }

  return {
    refusal,
    async take(counter, rules) {
      const known = refusal(counter, rules);
      if (known !== null) return known;
      const grant = await limiter.take(counter, rules);
      if (!grant.allowed) remember(counter, grant);
      return grant;
    },
    async giveBack(counter, rule) {
      await limiter.giveBack(counter, rule);
      refusals.delete(nameOf(counter, rule));
    },
    hasCounted: (counter) => limiter.hasCounted(counter),
  };
}
