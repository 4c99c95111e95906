import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FairQueue } from "../../../../inference/engine/queue/fair-queue.ts";
import { type Piece, play, servedUntil } from "./world.ts";

const WORLDS = { numRuns: 1_000 };
const piece: fc.Arbitrary<Piece> = fc.record({
  owner: fc.constantFrom("a", "b", "c", "d"),
  at: fc.integer({ min: 0, max: 20_000 }),
  cost: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 400, max: 8_000 })),
  kind: fc.constantFrom("face", "document"),
});
const world = fc.record({
  pieces: fc.array(piece, { minLength: 1, maxLength: 120 }),
  servers: fc.integer({ min: 1, max: 4 }),
  limit: fc.integer({ min: 0, max: 40 }),
});

describe("in a thousand worlds of tenants, costs and loads", () => {
  it("every request ends exactly once, and none waits while a server is idle", () => {
    fc.assert(
      fc.property(world, ({ pieces, servers, limit }) => {
        const endings = play(pieces, servers, limit, {
          atRest({ waiting, idle }) {
            expect(waiting).toBeLessThanOrEqual(limit);
            expect(Math.min(waiting, idle)).toBe(0);
          },
        });
        expect(new Set(endings.map((ending) => ending.piece)).size).toBe(pieces.length);
        expect(endings).toHaveLength(pieces.length);
      }),
      WORLDS,
    );
  });

  it("the work of one tenant begins in the order in which it came", () => {
    fc.assert(
      fc.property(world, ({ pieces, servers, limit }) => {
        const ordered = pieces.toSorted((a, b) => a.at - b.at);
        for (const owner of ["a", "b", "c", "d"]) {
          const begun = play(ordered, servers, limit)
            .filter(({ piece, how }) => how === "done" && piece.owner === owner)
            .toSorted(
              (x, y) => x.startedAt - y.startedAt || ordered.indexOf(x.piece) - ordered.indexOf(y.piece),
            );
          const places = begun.map(({ piece }) => ordered.indexOf(piece));
          expect(places).toEqual(places.toSorted((x, y) => x - y));
        }
      }),
      WORLDS,
    );
  });

  it("two who always wait get the same, whatever their requests cost, but for what was under way", () => {
    const costs = fc.array(fc.integer({ min: 20, max: 6_000 }), { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(costs, costs, fc.integer({ min: 1, max: 3 }), (ofA, ofB, servers) => {
        const pieces = [
          ...ofA.map((cost) => ({ owner: "a", at: 0, cost, kind: "document" })),
          ...ofB.map((cost) => ({ owner: "b", at: 0, cost, kind: "document" })),
        ];
        const endings = play(pieces, servers, 1_000);
        const lastOf = (owner: string) =>
          Math.max(...endings.filter(({ piece }) => piece.owner === owner).map(({ startedAt }) => startedAt));
        const both = Math.min(lastOf("a"), lastOf("b"));
        const [a, b] = [servedUntil(endings, "a", both), servedUntil(endings, "b", both)];
        // On each server one request of either may have begun too early, by what it was expected to cost.
        expect(Math.abs(a - b)).toBeLessThanOrEqual(2 * servers * 6_000);
      }),
      WORLDS,
    );
  });

  it("nobody starves: a request waits for no more than a share of what its tenant had before it", () => {
    const flood = fc.array(fc.integer({ min: 200, max: 8_000 }), { minLength: 50, maxLength: 200 });
    fc.assert(
      fc.property(flood, fc.integer({ min: 1, max: 3 }), fc.nat(20_000), (costs, servers, at) => {
        const hostile = costs.map((cost) => ({ owner: "h", at: 0, cost, kind: "document" }));
        const endings = play([...hostile, { owner: "v", at, cost: 300, kind: "document" }], servers, 1_000);
        const { startedAt } = endings.find(({ piece }) => piece.owner === "v")!;
        // It waits for a server that is at work when it comes, and for nothing else.
        expect(startedAt - at).toBeLessThanOrEqual(8_000);
      }),
      WORLDS,
    );
  });
});

it("a tenant who had the servers alone is not behind when another comes", () => {
  const alone = Array.from({ length: 50 }, (_, i) => ({ owner: "a", at: i * 100, cost: 100, kind: "face" }));
  const both = ["a", "b"].flatMap((owner) =>
    Array.from({ length: 20 }, () => ({ owner, at: 5_000, cost: 100, kind: "face" })),
  );
  const endings = play([...alone, ...both], 1, 1_000);
  const [a, b] = ["a", "b"].map((owner) => servedUntil(endings, owner, 6_000) - (owner === "a" ? 5_000 : 0));
  expect(Math.abs(a! - b!)).toBeLessThanOrEqual(200);
});

it("sheds the newest request of who waits with the most, the newcomer's own where others have no more", () => {
  const queue = new FairQueue<string>(3);
  for (const item of ["a1", "a2", "b1"]) queue.add(item, { owner: item[0]!, kind: "face" });
  expect(queue.surplus).toBeUndefined();
  queue.add("c1", { owner: "c", kind: "face" });
  expect(queue.surplus).toBe("a2");
  queue.remove("a2");
  queue.add("b2", { owner: "b", kind: "face" });
  expect(queue.surplus).toBe("b2");
});

it("work that has to be done again goes before its owner's other work, and what it cost is held against him", () => {
  const queue = new FairQueue<string>(10);
  for (const item of ["a1", "a2", "b1", "b2"]) queue.add(item, { owner: item[0]!, kind: "face" });
  expect(queue.take(0)).toBe("a1");
  queue.putBack("a1", 5_000);
  expect([queue.take(1), queue.take(1), queue.take(1)]).toEqual(["b1", "b2", "a1"]);
});

it("what runs counts already, by what it is expected to cost", () => {
  const queue = new FairQueue<string>(10);
  for (const item of ["a1", "a2", "b1"]) queue.add(item, { owner: item[0]!, kind: "face" });
  expect([queue.take(0), queue.take(0), queue.take(0)]).toEqual(["a1", "b1", "a2"]);
});

it("nobody saves up turns by having nothing that waits", () => {
  const queue = new FairQueue<string>(50);
  const add = (item: string) => queue.add(item, { owner: item[0]!, kind: "face" });
  add("b long");
  queue.take(0);
  for (let i = 0; i < 20; i++) {
    add(`a${i}`);
    queue.take(0);
    queue.settle(`a${i}`, 250);
  }
  for (const item of ["a x", "a y", "b x", "b y", "b z"]) add(item);
  const order = Array.from({ length: 5 }, () => queue.take(0)!);
  expect(order.indexOf("a x")).toBeLessThan(order.indexOf("b y"));
});

describe("what a request may expect", () => {
  const queue = new FairQueue<string>(100);
  const of = (owner: string) => ({ owner, kind: "face" });
  /** Both are known for work of 100 ms; one waits with ten pieces and has one running. */
  for (const owner of ["a", "b"]) {
    queue.add(`${owner} before`, of(owner));
    queue.take(0);
    queue.settle(`${owner} before`, 100);
  }
  for (let i = 0; i < 11; i++) queue.add(`a${i}`, of("a"));
  queue.take(1_000);

  it("is its tenant's own queue, and the others' share until then", () => {
    expect(queue.expect(of("a"), 1_000, 1)).toEqual({ start: 1_100, end: 1_200 });
    expect(queue.expect(of("a"), 1_060, 2)).toEqual({ start: 520, end: 620 });
    expect(queue.expect(of("b"), 1_000, 1).start).toBeLessThanOrEqual(200);
  });

  it("is the others' work until they have had as much as its tenant will have", () => {
    const both = new FairQueue<string>(100);
    for (const item of ["a before", "b before"]) both.add(item, of(item[0]!));
    for (let i = 0; i < 2; i++) both.settle(both.take(0)!, 100);
    for (const item of ["a1", "a2", "a3", "a4", "a5"]) both.add(item, of("a"));
    both.take(0);
    for (const item of ["b1", "b2"]) both.add(item, of("b"));
    // Two of its own, the one that runs, and one of the other's, who then has had as much.
    expect(both.expect(of("b"), 0, 1).start).toBe(400);
  });

  it("is nothing to wait for where a server is idle", () => {
    expect(new FairQueue(1).expect(of("a"), 0, 1).start).toBe(0);
  });
});

it("remembers a bounded number of tenants", () => {
  const queue = new FairQueue<string>(10);
  queue.add("busy", { owner: "busy", kind: "face" });
  queue.take(0);
  for (let i = 0; i < 5_000; i++) {
    queue.add(`${i}`, { owner: `${i}`, kind: "face" });
    queue.take(0);
    queue.settle(`${i}`, 1_000);
  }
  expect(queue.owners).toBeLessThanOrEqual(1_100);
});
