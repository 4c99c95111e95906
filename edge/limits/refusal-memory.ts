import { OverloadError } from "../core/errors.ts";
import { ExpiringMap } from "./expiring-map.ts";
import type { Limiter } from "./limiter.ts";
import type { Grant, Rule } from "./sliding-window.ts";

/** Maximum number of remembered rejections; beyond it the oldest is forgotten. */
const MOST_REMEMBERED = 10_000;
/** Longest time that a rejection is remembered, even if its window is longer: a hit may be taken back. */
const LONGEST_MS = 60_000;

/**
 * Rejected callers, until their window has room again. Nothing else is remembered, so this admits no call.
 */
export class RefusalMemory {
  readonly #refusals = new ExpiringMap<{ readonly grant: Grant; readonly resetsAt: number }>(MOST_REMEMBERED);
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** A rejection under one of the rules that still holds, or null. */
  refusal(counter: string, rules: readonly Rule[]): Grant | null {
    const now = this.#clock();
    for (const rule of rules) {
      const known = this.#refusals.get(nameOf(counter, rule), now);
      if (known !== undefined) return { ...known.grant, resetMs: known.resetsAt - now };
    }
    return null;
  }

  remember(counter: string, grant: Grant): void {
    const now = this.#clock();
    const holdsMs = Math.min(grant.resetMs, LONGEST_MS);
    this.#refusals.set(nameOf(counter, grant.rule), { grant, resetsAt: now + grant.resetMs }, holdsMs, now);
  }

  forget(counter: string, rules: readonly Rule[]): void {
    for (const rule of rules) this.#refusals.delete(nameOf(counter, rule));
  }
}

const nameOf = (counter: string, rule: Rule) => `${counter} ${rule.name}`;

/** A limiter that remembers rejected callers. */
export interface RememberingLimiter extends Limiter {
  /** A rejection under one of the rules that still holds, or null. */
  refusal(counter: string, rules: readonly Rule[]): Grant | null;
}

/**
 * A limiter that answers a rejected caller from memory until its window has room again: repeated calls cost
 * neither a counter's nor the database's time.
 */
export function rememberingRefusals(limiter: Limiter, clock: () => number): RememberingLimiter {
  const memory = new RefusalMemory(clock);
  return {
    refusal: (counter, rules) => memory.refusal(counter, rules),
    async take(counter, rules) {
      const known = memory.refusal(counter, rules);
      if (known !== null) return known;
      const grant = await limiter.take(counter, rules);
      if (!grant.allowed) memory.remember(counter, grant);
      return grant;
    },
    async undo(counter, rule) {
      await limiter.undo(counter, rule);
      memory.forget(counter, [rule]);
    },
    hasCounted: (counter) => limiter.hasCounted(counter),
  };
}

/**
 * The tenants that inference has rejected for too much waiting work. Until their `Retry-After` has passed,
 * their uploads are rejected before they are read: on a host where the Worker and inference share processors,
 * a flood of rejected uploads would slow all other work down.
 */
export class Overloads {
  readonly #refusals = new ExpiringMap<true>(MOST_REMEMBERED);
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Throws the tenant's rejection for calls of this priority if it still holds. */
  check(turn: string): void {
    const leftMs = this.#refusals.leftMs(turn, this.#clock());
    if (leftMs > 0) throw new OverloadError(Math.ceil(leftMs / 1_000));
  }

  note(turn: string, { retryAfter }: OverloadError): void {
    this.#refusals.set(turn, true, retryAfter * 1_000, this.#clock());
  }
}
