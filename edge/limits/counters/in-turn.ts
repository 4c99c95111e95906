import { type Counter, type Grant, giveBack, type Rule, take } from "../sliding-window.ts";

/** A counter by its name, and the rules that an attempt counts under. */
export interface Counted {
  readonly counter: string;
  readonly rules: readonly [Rule, ...Rule[]];
}

/** Counters by name. */
type Read = (counter: string) => Counter;

/** A counter after a change, and how long it is of use. */
export interface Changed {
  readonly counter: string;
  readonly hits: Counter;
  /** Milliseconds since the epoch. */
  readonly lapsesAt: number;
}

/**
 * Counts an attempt under one counter after the other, up to the first that has no room: the counters behind
 * that one are left as they are. Returns the grants of those that were asked; only the last may be a refusal.
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

/** Takes an attempt back from all of its counters. */
export function giveAllBack(read: Read, counted: readonly Counted[], now: number): readonly Changed[] {
  return counted.map((each) => {
    const hits = each.rules.reduce((left, rule) => giveBack(left, rule, now), read(each.counter));
    return changedTo(hits, each, now);
  });
}

const changedTo = (hits: Counter, { counter, rules }: Counted, now: number): Changed => ({
  counter,
  hits,
  lapsesAt: now + Math.max(...rules.map(({ windowMs }) => windowMs)),
});
