import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Counter, type Rule, removeHit, take } from "#edge/limits/sliding-window.ts";

const rule: Rule = { name: "calls", limit: 5, windowMs: 60_000 };
const START = 1_790_000_000_000;

/** Takes at each of the moments; which were let in. */
function takeAll(rules: readonly [Rule, ...Rule[]], moments: readonly number[]) {
  let counter: Counter = {};
  return moments.map((at) => {
    const taken = take(counter, rules, at);
    counter = taken.counter;
    return { at, ...taken.grant, counter };
  });
}

/** Moments in order, from gaps between them. */
const moments = (longestGap: number) =>
  fc
    .array(fc.oneof(fc.integer({ min: 0, max: longestGap }), fc.integer({ min: 0, max: 400 })), {
      minLength: 1,
      maxLength: 200,
    })
    .map((gaps) => gaps.map((_, i) => START + gaps.slice(0, i + 1).reduce((sum, gap) => sum + gap, 0)));

const limits = fc.record({
  name: fc.constant("calls"),
  limit: fc.integer({ min: 1, max: 20 }),
  windowMs: fc.constantFrom(60_000, 180_000),
});

describe("any caller, at any pace", () => {
  it("gets no more than the limit into any window", () => {
    fc.assert(
      fc.property(limits, moments(20_000), (any, at) => {
        const admitted = takeAll([any], at).filter(({ allowed }) => allowed);
        for (const [i, { at: last }] of admitted.entries()) {
          const within = admitted.slice(0, i + 1).filter((one) => one.at > last - any.windowMs);
          expect(within.length).toBeLessThanOrEqual(any.limit);
        }
      }),
    );
  });

  it("is allowed again when the time that a refusal names is over, which is never longer than a window", () => {
    fc.assert(
      fc.property(limits, moments(5_000), (any, at) => {
        for (const one of takeAll([any], at).filter(({ allowed }) => !allowed)) {
          expect(one.remaining).toBe(0);
          expect(one.resetMs).toBeGreaterThan(0);
          expect(one.resetMs).toBeLessThanOrEqual(any.windowMs);
          expect(take(one.counter, [any], one.at + one.resetMs).grant.allowed).toBe(true);
        }
      }),
    );
  });

  it("is rejected only when a window's worth of calls, and those that came with them, are in the window", () => {
    fc.assert(
      fc.property(limits, moments(20_000), (any, at) => {
        const all = takeAll([any], at);
        const slotMs = any.windowMs / 60;
        for (const [i, refused] of all.entries()) {
          if (refused.allowed) continue;
          const recent = all
            .slice(0, i)
            .filter((one) => one.allowed && one.at > refused.at - any.windowMs - slotMs);
          expect(recent.length).toBeGreaterThanOrEqual(any.limit);
        }
      }),
    );
  });

  it("leaves a counter of at most 61 entries, however high the limit", () => {
    fc.assert(
      fc.property(moments(300), (at) => {
        const high = { ...rule, limit: 1_000_000 };
        const last = takeAll(
          [high],
          at.flatMap((one) => Array(20).fill(one)),
        ).at(-1)!;
        expect(last.counter.calls!.length).toBeLessThanOrEqual(61);
      }),
      { numRuns: 20 },
    );
  });
});

it("counts hits of one slot until the last of them is a window old", () => {
  const two = { ...rule, limit: 2 };
  const all = takeAll([two], [START + 100, START + 900, START + 60_500, START + 60_900]);
  expect(all.map(({ allowed }) => allowed)).toEqual([true, true, false, true]);
});

it("counts a call under all of its rules or under none, and reports the most exhausted one", () => {
  const tight: Rule = { name: "tight", limit: 2, windowMs: 60_000 };
  const all = takeAll([rule, tight], [START, START, START, START]);
  expect(all.map(({ allowed }) => allowed)).toEqual([true, true, false, false]);
  expect(all.map((one) => one.rule.name)).toEqual(["tight", "tight", "tight", "tight"]);
  expect(take(all.at(-1)!.counter, [rule], START).grant.remaining).toBe(2);
});

it("takes the newest hit back, and nothing if there is none", () => {
  const full = takeAll([rule], [START, START, START + 30_000, START + 30_000, START + 30_000]).at(
    -1,
  )!.counter;
  const less = removeHit(removeHit(full, rule, START + 30_000), rule, START + 30_000);
  expect(take(less, [rule], START + 30_000).grant.remaining).toBe(1);
  expect(removeHit({}, rule, START)).toEqual({});
  expect(removeHit(full, rule, START + 200_000).calls).toEqual(full.calls);
});
