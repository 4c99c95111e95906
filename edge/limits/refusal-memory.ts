import { OverloadError } from "../core/errors.ts";
import { ExpiringMap } from "./expiring-map.ts";
import type { Limiter } from "./limiter.ts";
import type { Grant, Rule } from "./sliding-window.ts";

/** Refusals that are remembered; beyond it the oldest is forgotten. */
const MOST_REMEMBERED = 10_000;
/** A refusal is remembered until its window has room again, and at most so long: a hit may be given back. */
const LONGEST_MS = 60_000;

/** Who was refused, until there is room again. Nothing else is remembered, so no call is let in by it. */
export class RefusalMemory {
  readonly #refusals = new ExpiringMap<{ readonly grant: Grant; readonly resetsAt: number }>(MOST_REMEMBERED);
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** A refusal under one of the rules that still holds; null where none is remembered. */
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

/** A limiter that remembers whom it has refused. */
export interface RememberingLimiter extends Limiter {
  /** A refusal under one of the rules that still holds; null where none is remembered. */
  refusal(counter: string, rules: readonly Rule[]): Grant | null;
}

/**
 * A limiter that answers a refused caller from memory until there is room again: who goes on calling costs
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
    async giveBack(counter, rule) {
      await limiter.giveBack(counter, rule);
      memory.forget(counter, [rule]);
    },
    hasCounted: (counter) => limiter.hasCounted(counter),
  };
}

/**
 * The tenants that this isolate was told to have too much work waiting at the engines. Until the time has
 * passed that its caller was told, a tenant's upload is refused before it is read: on a host where the
 * Worker and the engines share the processors, a flood of refused uploads would slow down everybody's work.
 */
export class Overloads {
  readonly #refusals = new ExpiringMap<true>(MOST_REMEMBERED);
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Throws the refusal of a tenant's calls of one priority where it still holds. */
  check(turn: string): void {
    const leftMs = this.#refusals.leftMs(turn, this.#clock());
    if (leftMs > 0) throw new OverloadError(Math.ceil(leftMs / 1_000));
  }

  note(turn: string, { retryAfter }: OverloadError): void {
    this.#refusals.set(turn, true, retryAfter * 1_000, this.#clock());
  }
}
