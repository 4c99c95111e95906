import type { AttemptHit, AttemptRows } from "../platform/ports.ts";
import type { Attempts } from "./attempts.ts";
import type { Counted, Grant, Rule } from "./sliding-window.ts";

/** The number of slots of a window. The hits of a slot expire together, one window after its end. */
const SLOTS = 60;

/**
 * Attempts that several processes beside one database count together. Each process counts by itself first, so
 * that a flood is paced and rejected without the database; the attempts that pass are counted there as well.
 *
 * @param nameOf A counter's name in the database, which must not reveal the caller.
 */
export function sharedAttempts(
  own: Attempts,
  rows: AttemptRows,
  nameOf: (counter: string) => Promise<string>,
  clock: () => number,
): Attempts {
  const named = async (counted: readonly Counted[]) =>
    Promise.all(counted.map(async (each) => ({ ...each, counter: await nameOf(each.counter) })));
  return {
    async take(counted, who) {
      const grants = await own.take(counted, who);
      const admitted = counted.slice(0, grants.filter(({ allowed }) => allowed).length);
      if (admitted.length === 0) return grants;
      const now = clock();
      const { refusedBy, standings } = await rows.count(hitsOf(await named(admitted), now), now);
      if (refusedBy === null) return grants;
      const known = standings.filter(({ turn }) => turn === refusedBy);
      return [...grants.slice(0, refusedBy), refusalOf(admitted[refusedBy]!.rules, known, now)];
    },
    async undo(counted) {
      await own.undo(counted);
      await rows.undo(hitsOf(await named(counted), clock()));
    },
  };
}

const hitsOf = (counted: readonly Counted[], now: number): AttemptHit[] =>
  counted.flatMap(({ counter, rules }, turn) =>
    rules.map(({ name, limit, windowMs }) => {
      const slotMs = windowMs / SLOTS;
      const slot = Math.floor(now / slotMs);
      return {
        turn,
        counter,
        rule: name,
        most: limit,
        slot,
        endsAt: Math.ceil((slot + 1) * slotMs) + windowMs,
      };
    }),
  );

/** The rejection of the exhausted rule, and of several the one that lasts longest. */
function refusalOf(
  rules: readonly Rule[],
  standings: readonly { readonly hits: number; readonly until: number | null }[],
  now: number,
): Grant {
  const [refusal] = rules
    .map((rule, at) => ({ rule, state: standings[at]! }))
    .filter(({ rule, state }) => state.hits >= rule.limit)
    .map(({ rule, state }) => ({
      ...{ allowed: false, rule, remaining: 0 },
      resetMs: Math.max(0, (state.until ?? now) - now),
    }))
    .sort((a, b) => b.resetMs - a.resetMs);
  return refusal!;
}
