import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FairQueue } from "../../../../inference/engine/queue/fair-queue.ts";
import type { Piece as QueuedPiece } from "../../../../inference/engine/queue/piece.ts";
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

/** A queue of so many pieces whose names begin with their owners', and that nobody gives up. */
function queueOf(limit: number) {
  const queue = new FairQueue<string>(limit);
  const whose = (owner: string): QueuedPiece => ({
    owner,
    kind: "face",
    priority: "interactive",
    deadline: Number.POSITIVE_INFINITY,
    size: 1,
  });
  return {
    queue,
    whose,
    add: (...items: string[]) => {
      for (const item of items) queue.add(item, whose(item[0]!));
    },
    take: (now = 0) => queue.take(now, () => {}),
  };
}

describe("in a thousand worlds of tenants, costs and loads", () => {
  it("the work of one tenant begins in the order in which it came", () => {
    fc.assert(
      fc.property(world, ({ pieces, servers, limit }) => {
        const ordered = pieces.toSorted((a, b) => a.at - b.at);
        for (const owner of ["a", "b", "c", "d"]) {
          const begun = play(ordered, { servers, limit })
            .filter(({ piece, how }) => how === "done" && piece.owner === owner)
            .toSorted(
              (x, y) => x.startedAt! - y.startedAt! || ordered.indexOf(x.piece) - ordered.indexOf(y.piece),
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
        const endings = play(pieces, { servers });
        const lastOf = (owner: string) =>
          Math.max(
            ...endings.filter(({ piece }) => piece.owner === owner).map(({ startedAt }) => startedAt!),
          );
        const both = Math.min(lastOf("a"), lastOf("b"));
        const [a, b] = [servedUntil(endings, "a", both), servedUntil(endings, "b", both)];
        // On each server one request of either may have begun too early, by what it was expected to cost.
        expect(Math.abs(a - b)).toBeLessThanOrEqual(2 * servers * 6_000);
      }),
      WORLDS,
    );
  });
});

it("nobody starves in ten thousand worlds: a request waits for no more than a share of what its tenant had before it", () => {
  const flood = fc.array(fc.integer({ min: 200, max: 8_000 }), { minLength: 50, maxLength: 200 });
  fc.assert(
    fc.property(flood, fc.integer({ min: 1, max: 3 }), fc.nat(20_000), (costs, servers, at) => {
      const hostile = costs.map((cost) => ({ owner: "h", at: 0, cost, kind: "document" }));
      const endings = play([...hostile, { owner: "v", at, cost: 300, kind: "document" }], { servers });
      const { startedAt } = endings.find(({ piece }) => piece.owner === "v")!;
      // It waits for a server that is at work when it comes, and for nothing else.
      expect(startedAt! - at).toBeLessThanOrEqual(8_000);
    }),
    { numRuns: 10_000 },
  );
});

it("a tenant who had the servers alone is not behind when another comes", () => {
  const alone = Array.from({ length: 50 }, (_, i) => ({ owner: "a", at: i * 100, cost: 100, kind: "face" }));
  const both = ["a", "b"].flatMap((owner) =>
    Array.from({ length: 20 }, () => ({ owner, at: 5_000, cost: 100, kind: "face" })),
  );
  const endings = play([...alone, ...both], { servers: 1 });
  const [a, b] = ["a", "b"].map((owner) => servedUntil(endings, owner, 6_000) - (owner === "a" ? 5_000 : 0));
  expect(Math.abs(a! - b!)).toBeLessThanOrEqual(200);
});

it("sheds the newest request of who waits with the most, the newcomer's own where others have no more", () => {
  const { queue, add } = queueOf(3);
  add("a1", "a2", "b1");
  expect(queue.surplus).toBeUndefined();
  add("c1");
  expect(queue.surplus?.item).toBe("a2");
  queue.remove("a2");
  add("b2");
  expect(queue.surplus?.item).toBe("b2");
});

it("sheds by the memory that requests take, not by their number", () => {
  const { queue, whose } = queueOf(10);
  for (const item of ["a1", "a2", "a3"]) queue.add(item, whose("a"));
  queue.add("b large", { ...whose("b"), size: 8 });
  expect(queue.surplus?.item).toBe("b large");
});

it("work that has to be done again goes before its owner's other work, and what it cost is held against him", () => {
  const { queue, add, take } = queueOf(10);
  add("a1", "a2", "b1", "b2");
  expect(take()).toBe("a1");
  queue.putBack("a1", 5_000);
  expect([take(1), take(1), take(1)]).toEqual(["b1", "b2", "a1"]);
});

it("does not begin what cannot be half done by its deadline while other work waits, and tries it otherwise", () => {
  const { queue, whose } = queueOf(10);
  // What is not known is expected to take 250 ms.
  for (const owner of ["a", "b"]) queue.add(owner, { ...whose(owner), deadline: 100 });
  const late: string[] = [];
  expect(queue.take(0, (item) => late.push(item))).toBe("b");
  expect(late).toEqual(["a"]);
});

it("what runs counts already, by what it is expected to cost", () => {
  const { add, take } = queueOf(10);
  add("a1", "a2", "b1");
  expect([take(), take(), take()]).toEqual(["a1", "b1", "a2"]);
});

it("nobody saves up turns by having nothing that waits", () => {
  const { queue, add, take } = queueOf(50);
  add("b long");
  take();
  for (let i = 0; i < 20; i++) {
    add(`a${i}`);
    take();
    queue.settle(`a${i}`, 250);
  }
  add("a x", "a y", "b x", "b y", "b z");
  const order = Array.from({ length: 5 }, () => take()!);
  expect(order.indexOf("a x")).toBeLessThan(order.indexOf("b y"));
});

describe("what a request may expect", () => {
  const { queue, add, take, whose: of } = queueOf(100);
  /** Both are known for work of 100 ms; one waits with ten pieces and has one running. */
  for (const owner of ["a", "b"]) {
    add(`${owner} before`);
    take();
    queue.settle(`${owner} before`, 100);
  }
  for (let i = 0; i < 11; i++) add(`a${i}`);
  take(1_000);

  it("is its tenant's own queue, and the others' share until then", () => {
    expect(queue.expect(of("a"), 1_000, 1)).toEqual({ start: 1_100, end: 1_200 });
    expect(queue.expect(of("a"), 1_060, 2)).toEqual({ start: 520, end: 620 });
    expect(queue.expect(of("b"), 1_000, 1).start).toBeLessThanOrEqual(200);
  });

  it("is the others' work until they have had as much as its tenant will have", () => {
    const both = queueOf(100);
    both.add("a before", "b before");
    for (let i = 0; i < 2; i++) both.queue.settle(both.take()!, 100);
    both.add("a1", "a2", "a3", "a4", "a5");
    both.take();
    both.add("b1", "b2");
    const { start } = both.queue.expect(of("b"), 0, 1);
    both.add("b3");
    const order = Array.from({ length: 5 }, () => both.take());
    expect(order).toEqual(["b1", "a2", "b2", "a3", "b3"]);
    // The one that runs, and four of these, 100 ms each.
    expect(start).toBe(500);
  });

  it("is nothing to wait for where a server is idle", () => {
    expect(queueOf(1).queue.expect(of("a"), 0, 1).start).toBe(0);
  });
});

it("remembers a bounded number of tenants", () => {
  const { queue, add, take, whose } = queueOf(10);
  add("busy");
  take();
  for (let i = 0; i < 5_000; i++) {
    queue.add(`${i}`, whose(`${i}`));
    take();
    queue.settle(`${i}`, 1_000);
  }
  expect(queue.owners).toBeLessThanOrEqual(1_100);
});
