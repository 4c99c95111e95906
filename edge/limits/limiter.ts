import { outage, within } from "../outage.ts";
import { type ObjectNamespace, objectNamed } from "../ports/durable-objects.ts";
import { type Counter, type Grant, giveBack, type Rule, take } from "./sliding-window.ts";

/** Counts calls under rules. A counter's name identifies the caller: a credential, or a verification. */
export interface Limiter {
  /** Counts a call under all of the rules, or under no rule when one of them is exhausted. */
  take(counter: string, rules: readonly [Rule, ...Rule[]]): Promise<Grant>;
  /** Takes back the newest call under a rule. */
  giveBack(counter: string, rule: Rule): Promise<void>;
  /** Whether this limiter remembers having counted under the name. */
  hasCounted(counter: string): boolean;
}

/** A single counter: the methods that `RateCounter` offers to every isolate. */
export interface CounterStub {
  take(rules: readonly [Rule, ...Rule[]]): Promise<Grant>;
  giveBack(rule: Rule): Promise<void>;
}

/** Milliseconds for one call of a counter. */
const PATIENCE_MS = 5_000;

/** Maximum number of counter names that a limiter remembers. */
const MOST_REMEMBERED = 10_000;

/**
 * Counters shared by all isolates and regions: one Durable Object each. While a counter cannot be reached,
 * its calls are refused (503): a limit that cannot be checked is not lifted.
 */
export function durableLimiter(namespace: ObjectNamespace<CounterStub>): Limiter {
  const stub = (counter: string) => objectNamed(namespace, counter);
  const counted = new Set<string>();
  return {
    take(counter, rules) {
      if (counted.size >= MOST_REMEMBERED) counted.clear();
      counted.add(counter);
      return orRefused(stub(counter).take(rules));
    },
    giveBack: (counter, rule) => orRefused(stub(counter).giveBack(rule)),
    hasCounted: (counter) => counted.has(counter),
  };
}

/** What a counter answers. Throws 503 where it cannot be reached: an unchecked limit is not lifted. */
export function orRefused<T>(call: Promise<T>): Promise<T> {
  const refusal = (why: string, cause?: unknown) =>
    outage("rate_counter", why, {
      message: "The rate limit cannot be checked at the moment.",
      retryAfter: 1,
      cause,
    });
  const failed = (cause: unknown) => {
    throw refusal("it fails", cause);
  };
  return within(PATIENCE_MS, call.catch(failed), () => refusal("it takes too long"));
}

/**
 * Counters in the memory of this process only, for a runtime without Durable Objects, such as a test that
 * calls the app directly. The counters are never deleted; a process with many credentials needs
 * `durableLimiter`.
 */
export function processLimiter(clock: () => number): Limiter {
  const counters = new Map<string, Counter>();
  return {
    async take(name, rules) {
      const { counter, grant } = take(counters.get(name) ?? {}, rules, clock());
      counters.set(name, counter);
      return grant;
    },
    async giveBack(name, rule) {
      counters.set(name, giveBack(counters.get(name) ?? {}, rule, clock()));
    },
    hasCounted: (name) => counters.has(name),
  };
}
