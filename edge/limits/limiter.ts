import { outage, within } from "../core/outage.ts";
import { sha256Hex } from "../crypto/hashing.ts";
import { type ObjectNamespace, objectNamed } from "../platform/ports.ts";
import { type Counted, type Counter, type Grant, type Rule, removeHit, take } from "./sliding-window.ts";

/** Counts calls under rules. A counter's name identifies the caller: a credential, or a verification. */
export interface Limiter {
  /** Counts a call under all of the rules, or under no rule when one of them is exhausted. */
  take(counter: string, rules: readonly [Rule, ...Rule[]]): Promise<Grant>;
  /** Removes the newest call from a rule. */
  undo(counter: string, rule: Rule): Promise<void>;
  /** Whether this limiter remembers having counted under the name. */
  hasCounted(counter: string): boolean;
}

/** A shard of the counters: the methods that `RateCounter` offers to every isolate. */
export interface CounterStub {
  take(counted: readonly Counted[]): Promise<readonly Grant[]>;
  undo(counted: readonly Counted[]): Promise<void>;
}

/** Hexadecimal digits of a counter's digest that name its object: there are always 256 objects. */
const SHARD_DIGITS = 2;

/** Timeout of one call of a counter, in milliseconds. */
const PATIENCE_MS = 5_000;

/** Maximum number of counter names that a limiter remembers. */
const MOST_REMEMBERED = 10_000;

/**
 * Counters shared by all isolates and regions, in a fixed number of Durable Objects, since workerd never
 * deletes an object's file. They store digests, since a name may hold an address. While a counter cannot be
 * reached, its calls are rejected (503): a limit that cannot be checked is not lifted.
 */
export function durableLimiter(namespace: ObjectNamespace<CounterStub>): Limiter {
  const stub = (digest: string) => objectNamed(namespace, digest.slice(0, SHARD_DIGITS));
  const counted = new Set<string>();
  return {
    async take(counter, rules) {
      if (counted.size >= MOST_REMEMBERED) counted.clear();
      counted.add(counter);
      const digest = await sha256Hex(counter);
      const [grant] = await orRefused(stub(digest).take([{ counter: digest, rules }]));
      return grant!;
    },
    async undo(counter, rule) {
      const digest = await sha256Hex(counter);
      await orRefused(stub(digest).undo([{ counter: digest, rules: [rule] }]));
    },
    hasCounted: (counter) => counted.has(counter),
  };
}

/** A counter's answer. Throws 503 if it cannot be reached: a limit that cannot be checked is not lifted. */
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
    async undo(name, rule) {
      counters.set(name, removeHit(counters.get(name) ?? {}, rule, clock()));
    },
    hasCounted: (name) => counters.has(name),
  };
}
