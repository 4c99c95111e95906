import { expect, it } from "vitest";
import { durableLimiter } from "#edge/limits/limiter.ts";
import type { Counter, Rule } from "#edge/limits/sliding-window.ts";
import { type Counted, takeInTurn } from "#edge/limits/sliding-window.ts";

const RULE: Rule = { name: "calls", limit: 2, windowMs: 60_000 };

/** Objects that count as `RateCounter` does, by their names. */
function objects() {
  const byName = new Map<string, Map<string, Counter>>();
  const get = (name: string) => {
    const counters = byName.get(name) ?? new Map<string, Counter>();
    byName.set(name, counters);
    return {
      async take(counted: readonly Counted[]) {
        const { changed, grants } = takeInTurn((each) => counters.get(each) ?? {}, counted, 0);
        for (const { counter, hits } of changed) counters.set(counter, hits);
        return grants;
      },
      undo: async () => undefined,
    };
  };
  return { byName, namespace: { idFromName: (name: string) => name, get: get as never } };
}

it("puts any number of counters into 256 objects, whose files workerd keeps for ever (L9)", async () => {
  const { byName, namespace } = objects();
  const limiter = durableLimiter(namespace);
  const names = Array.from({ length: 3_000 }, (_, n) => `token:jti_${n}`);
  await Promise.all(names.map((name) => limiter.take(name, [RULE])));
  expect(byName.size).toBe(256);
  expect(Math.max(...[...byName.values()].map(({ size }) => size))).toBeLessThan(40);
});

it("counts each name by itself, and lets no object know one: it may hold an address", async () => {
  const { byName, namespace } = objects();
  const limiter = durableLimiter(namespace);
  const allowed = async (name: string) => (await limiter.take(name, [RULE])).allowed;
  const stranger = "stranger:203.0.113.9";
  expect([await allowed(stranger), await allowed(stranger), await allowed(stranger)]).toEqual([
    true,
    true,
    false,
  ]);
  expect(await allowed("stranger:203.0.113.10")).toBe(true);
  const kept = [...byName].flatMap(([name, counters]) => [name, ...counters.keys()]);
  expect(kept.filter((each) => !/^[0-9a-f]+$/.test(each))).toEqual([]);
});
