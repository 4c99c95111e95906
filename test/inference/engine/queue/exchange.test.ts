import fc from "fast-check";
import { expect, it } from "vitest";
import { type Piece, play, servedUntil } from "./world.ts";

const WORLDS = { numRuns: 10_000 };
const from = (owner: string, cost: number, at = 0): Piece => ({ owner, at, cost, kind: "document" });

it("in ten thousand worlds who has nothing begins at once where one other holds all of two servers or more", () => {
  const flood = fc.array(fc.integer({ min: 200, max: 8_000 }), { minLength: 50, maxLength: 100 });
  fc.assert(
    fc.property(flood, fc.integer({ min: 2, max: 4 }), fc.nat(9_000), (costs, servers, at) => {
      const endings = play([...costs.map((cost) => from("h", cost)), from("v", 300, at)], { servers });
      const { startedAt, endedAt } = endings.find(({ piece }) => piece.owner === "v")!;
      expect([startedAt, endedAt]).toEqual([at, at + 300]);
    }),
    WORLDS,
  );
});

it("in ten thousand worlds work is put aside once at most, and only as long as the work takes that it gave way to", () => {
  const piece = fc.record({
    owner: fc.constantFrom("a", "a", "a", "b", "c"),
    at: fc.nat(4_000),
    cost: fc.integer({ min: 1, max: 2_000 }),
    kind: fc.constantFrom("face", "document"),
    patience: fc.option(fc.integer({ min: 100, max: 20_000 }), { nil: undefined }),
  });
  const pieces = fc.array(piece, { minLength: 1, maxLength: 40 });
  let aside = 0;
  fc.assert(
    fc.property(pieces, fc.integer({ min: 1, max: 4 }), (drawn, servers) => {
      const calls = drawn.map(({ patience, ...call }) =>
        patience === undefined ? call : { ...call, patience },
      );
      const endings = play(calls, { servers });
      const begun = endings.map(({ parts }) => parts[0]?.[0]);
      for (const { piece, parts } of endings) {
        expect(parts.length).toBeLessThanOrEqual(2);
        if (parts.length < 2) continue;
        aside++;
        const [[, left], [back]] = parts as [[number, number], [number, number]];
        const others = endings.filter((_, i) => begun[i] === left);
        const isItsTime = others.some(
          ({ parts: [first], piece: { owner } }) => first![1] === back && owner !== piece.owner,
        );
        expect(isItsTime).toBe(true);
      }
    }),
    WORLDS,
  );
  expect(aside).toBeGreaterThan(1_000);
});

it("nothing is put aside for whom it would make hold more than the other, so that two who flood take turns as ever", () => {
  const floods = Array.from({ length: 40 }, (_, i) => from(i % 2 === 0 ? "a" : "b", 300, 1_000));
  const endings = play([from("a", 300), from("b", 300), ...floods], { servers: 2 });
  expect(endings.every(({ parts }) => parts.length === 1)).toBe(true);
});

it("what would be late if it gave way does not", () => {
  const known = [from("h", 1_000), from("v", 1_000)];
  const startOf = (patience: number) => {
    const held = [0, 1].map(() => ({ ...from("h", 1_000, 9_000), patience }));
    const endings = play([...known, ...held, from("v", 1_000, 9_200)], { servers: 2 });
    expect(endings.every(({ how }) => how === "done")).toBe(true);
    return endings.findLast(({ piece }) => piece.owner === "v")!.startedAt;
  };
  expect([startOf(1_900), startOf(2_100)]).toEqual([10_000, 9_200]);
});

it("in ten thousand worlds a flood gives way whose calls have all waited for nearly as long as they can", () => {
  const [cost, end] = [1_000, 16_000];
  const drawn = fc.record({
    patience: fc.integer({ min: 3_000, max: 6_000 }),
    servers: fc.integer({ min: 2, max: 4 }),
    every: fc.integer({ min: 100, max: 200 }),
    // What gave way has ended when the other comes again, so that it is never asked twice.
    pause: fc.integer({ min: 1_500, max: 3_000 }),
  });
  fc.assert(
    fc.property(drawn, ({ patience, servers, every, pause }) => {
      const times = (from: number, step: number) =>
        Array.from({ length: (end - from) / step }, (_, i) => from + i * step);
      const flood = times(2_000, every).map((at) => ({ ...from("h", cost, at), patience }));
      const steady = times(3_000, pause).map((at) => from("v", 300, at));
      const endings = play([from("h", cost), from("v", 300), ...flood, ...steady], { servers });
      for (const { piece, startedAt } of endings) if (piece.owner === "v") expect(startedAt).toBe(piece.at);
      // What it drops meanwhile costs it no server.
      const served = servedUntil(endings, "h", end) + servedUntil(endings, "v", end);
      expect(served).toBeGreaterThan(servers * (end - 2_000) - servers * cost);
    }),
    WORLDS,
  );
});

it("work that somebody waits for goes before work that nobody waits for, on the only server too, not the reverse", () => {
  const startOf = (...priorities: [Piece["priority"], Piece["priority"]]) => {
    const [held, other] = priorities.map((priority) => ({
      ...from(`${priority}`, 1_000),
      priority: priority!,
    }));
    const endings = play([held!, { ...other!, at: 300 }], { servers: 1 });
    return endings.find(({ piece }) => piece.at === 300)!.startedAt;
  };
  expect(startOf("background", "interactive")).toBe(300);
  expect(startOf("interactive", "background")).toBe(1_000);
});
