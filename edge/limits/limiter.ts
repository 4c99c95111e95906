import { ApiError } from "../errors.ts";
import { type Counter, type Grant, giveBack, type Rule, take } from "./sliding-window.ts";

/** Counts calls under rules. A counter's name says whose calls they are: a credential, or a verification. */
export interface Limiter {
  /** Counts a call under all of the rules, or under none when one is full. */
  take(counter: string, rules: readonly [Rule, ...Rule[]]): Promise<Grant>;
  /** Takes the newest call under a rule back. */
  giveBack(counter: string, rule: Rule): Promise<void>;
  /** Whether this limiter has counted under the name before, as far as it remembers. */
  hasCounted(counter: string): boolean;
}

/** One counter wherever it lives: what `RateCounter` offers to every isolate. */
interface CounterStub {
  take(rules: readonly [Rule, ...Rule[]]): Promise<Grant>;
  giveBack(rule: Rule): Promise<void>;
}

/** The part of a Durable Object namespace that is used. */
export interface CounterNamespace {
  idFromName(name: string): unknown;
  get(id: never): CounterStub;
}

/** Names of counters that a limiter remembers at most. */
const MOST_REMEMBERED = 10_000;

/**
 * Counters that hold across isolates and regions: one Durable Object each. When one cannot be reached the
 * call is refused (503): a limit that cannot be checked is not lifted.
 */
export function durableLimiter(namespace: CounterNamespace): Limiter {
  const stub = (counter: string) => namespace.get(namespace.idFromName(counter) as never);
  const counted = new Set<string>();
  return {
    take(counter, rules) {
      if (counted.size >= MOST_REMEMBERED) counted.clear();
      counted.add(counter);
      return stub(counter).take(rules).catch(refuse);
    },
    giveBack: (counter, rule) => stub(counter).giveBack(rule).catch(refuse),
    hasCounted: (counter) => counted.has(counter),
  };
}

function refuse(cause: unknown): never {
  throw new ApiError("service_unavailable", "The rate limit cannot be checked at the moment.", {
    retryAfter: 1,
    cause,
  });
}

/**
 * Counters in the memory of this process, and of this process only: for one that runs without Durable
 * Objects, such as a test that calls the app directly. They are never forgotten; a process that serves many
 * credentials needs the other.
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
