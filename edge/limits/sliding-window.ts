/** At most `limit` hits in any period of `windowMs`. */
export interface Rule {
  readonly name: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** The state of a rule after a call, for the `RateLimit-*` headers. */
export interface Grant {
  readonly allowed: boolean;
  readonly rule: Rule;
  readonly remaining: number;
  /** Milliseconds until the oldest hits leave the window and a rejected caller is admitted again. */
  readonly resetMs: number;
}

/** Groups of hits within one slot, oldest first: the time of the group's last hit, and the number of hits. */
type Hits = readonly (readonly [lastAt: number, count: number])[];

/** The remembered hits of one caller, by rule. */
export type Counter = Readonly<Record<string, Hits>>;

/** The number of slots of a window; it bounds the counter's size whatever the limit. */
const SLOTS = 60;

/**
 * Counts a hit under every rule, or under no rule when one of them is exhausted. Returns the grant of the
 * rule with the least room. The hits of a slot expire together, one window after the last of them: every
 * window obeys the limit, to the millisecond.
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

/** Removes the newest hit from a rule. The hit was counted before its outcome was known. */
export function removeHit(counter: Counter, rule: Rule, now: number): Counter {
  const hits = current(counter[rule.name] ?? [], rule, now);
  const last = hits.at(-1);
  if (last === undefined) return counter;
  const [lastAt, count] = last;
  const rest = hits.slice(0, -1);
  return { ...counter, [rule.name]: count > 1 ? [...rest, [lastAt, count - 1]] : rest };
}

/**
 * The hits of the current window. A hit more than a slot ahead was counted before the clock was set back. It
 * would count for as long as the clock was ahead, and so would all new hits of its group.
 */
function current(hits: Hits, { windowMs }: Rule, now: number): Hits {
  return hits.filter(([lastAt]) => lastAt + windowMs > now && lastAt <= now + windowMs / SLOTS);
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

/** A counter by its name, and the rules that an attempt counts under. */
export interface Counted {
  readonly counter: string;
  readonly rules: readonly [Rule, ...Rule[]];
}

/** Counters by name. */
type Read = (counter: string) => Counter;

/** A counter after a change, and how long to keep it. */
export interface Changed {
  readonly counter: string;
  readonly hits: Counter;
  /** Milliseconds since the epoch. */
  readonly lapsesAt: number;
}

/**
 * Counts an attempt under one counter after the other, up to the first without room: the counters behind that
 * one stay unchanged. Returns the grants of the counters that were tried; only the last may be a rejection.
 */
export function takeInTurn(
  read: Read,
  counted: readonly Counted[],
  now: number,
): { readonly changed: readonly Changed[]; readonly grants: readonly Grant[] } {
  const changed: Changed[] = [];
  const grants: Grant[] = [];
  for (const each of counted) {
    const taken = take(read(each.counter), each.rules, now);
    grants.push(taken.grant);
    if (!taken.grant.allowed) break;
    changed.push(changedTo(taken.counter, each, now));
  }
  return { changed, grants };
}

/** Removes an attempt from all of its counters. */
export function removeHits(read: Read, counted: readonly Counted[], now: number): readonly Changed[] {
  return counted.map((each) => {
    const hits = each.rules.reduce((left, rule) => removeHit(left, rule, now), read(each.counter));
    return changedTo(hits, each, now);
  });
}

const changedTo = (hits: Counter, { counter, rules }: Counted, now: number): Changed => ({
  counter,
  hits,
  lapsesAt: now + Math.max(...rules.map(({ windowMs }) => windowMs)),
});
