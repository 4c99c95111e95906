/** At most `limit` hits in any stretch of `windowMs`. */
export interface Rule {
  readonly name: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** How a rule stands after a call, as `RateLimit-*` tell it. */
export interface Grant {
  readonly allowed: boolean;
  readonly rule: Rule;
  readonly remaining: number;
  /** Milliseconds until the oldest hits leave the window: after that a refused caller is let in again. */
  readonly resetMs: number;
}

/** Hits of nearly the same moment, oldest first: when the last of them came, and how many they are. */
type Hits = readonly (readonly [lastAt: number, count: number])[];

/** The hits that are remembered of one caller, by rule. */
export type Counter = Readonly<Record<string, Hits>>;

/** Into so many slots a window is divided, so that a counter stays small however high the limit is. */
const SLOTS = 60;

/**
 * Counts a hit under every rule, or under none when one of them is full. The grant is of the rule that stands
 * worst. Hits of one slot leave together, when the last of them is a window old: the limit holds in every
 * window, to the millisecond.
 */
export function take(
  counter: Counter,
  rules: readonly [Rule, ...Rule[]],
  now: number,
): { counter: Counter; grant: Grant } {
  const before = rules.map((rule) => ({ rule, hits: current(counter[rule.name] ?? [], rule, now) }));
  const full = before.filter(({ rule, hits }) => total(hits) >= rule.limit);
  const allowed = full.length === 0;
  const standing = allowed ? before.map(({ rule, hits }) => ({ rule, hits: add(hits, rule, now) })) : full;
  const [worst] = standing
    .map(({ rule, hits }) => grantOf(rule, hits, allowed, now))
    .sort((a, b) => a.remaining - b.remaining || b.resetMs - a.resetMs);
  const changed = allowed ? standing : before;
  const after = changed.map(({ rule, hits }) => [rule.name, hits] as const);
  return { counter: { ...counter, ...Object.fromEntries(after) }, grant: worst! };
}

/** Takes back the newest hit under a rule, which was counted beforehand and does not count after all. */
export function giveBack(counter: Counter, rule: Rule, now: number): Counter {
  const hits = current(counter[rule.name] ?? [], rule, now);
  const last = hits.at(-1);
  if (last === undefined) return counter;
  const [lastAt, count] = last;
  const rest = hits.slice(0, -1);
  return { ...counter, [rule.name]: count > 1 ? [...rest, [lastAt, count - 1]] : rest };
}

/** When the counter will say nothing any more; rules whose windows differ lapse with the longest. */
export function lapsesAt(counter: Counter, longestWindowMs: number): number {
  const newest = Object.values(counter).flatMap((hits) => hits.map(([lastAt]) => lastAt));
  return Math.max(0, ...newest) + longestWindowMs;
}

function current(hits: Hits, { windowMs }: Rule, now: number): Hits {
  return hits.filter(([lastAt]) => lastAt + windowMs > now);
}

function add(hits: Hits, { windowMs }: Rule, now: number): Hits {
  const slot = (at: number) => Math.floor((at * SLOTS) / windowMs);
  const last = hits.at(-1);
  if (last === undefined || slot(last[0]) < slot(now)) return [...hits, [now, 1]];
  return [...hits.slice(0, -1), [Math.max(now, last[0]), last[1] + 1]];
}

const total = (hits: Hits) => hits.reduce((sum, [, count]) => sum + count, 0);

function grantOf(rule: Rule, hits: Hits, allowed: boolean, now: number): Grant {
  const oldest = hits[0]?.[0] ?? now;
  return {
    allowed,
    rule,
    remaining: Math.max(0, rule.limit - total(hits)),
    resetMs: Math.max(0, oldest + rule.windowMs - now),
  };
}
