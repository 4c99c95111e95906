import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Admission } from "../../../../inference/engine/queue/admission.ts";
import type { Piece as QueuedPiece } from "../../../../inference/engine/queue/piece.ts";
import { quantile } from "../../../../inference/statistics.ts";
import { type Ending, type Piece, play, TIMER } from "./world.ts";

const piece: fc.Arbitrary<Piece> = fc.record({
  owner: fc.constantFrom("a", "b", "c", "d"),
  at: fc.integer({ min: 0, max: 20_000 }),
  cost: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 400, max: 8_000 })),
  kind: fc.constantFrom("face", "document"),
  priority: fc.constantFrom("interactive", "interactive", "background"),
  patience: fc.oneof(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 3_000, max: 30_000 })),
});
const world = fc.record({
  pieces: fc.array(piece, { minLength: 1, maxLength: 50 }),
  servers: fc.integer({ min: 1, max: 4 }),
  limit: fc.integer({ min: 0, max: 40 }),
  maxWait: fc.constantFrom(500, 2_000, 20_000),
});

it("in ten thousand worlds each call is answered once, none begun past its deadline, no server left idle", () => {
  fc.assert(
    fc.property(world, ({ pieces, servers, limit, maxWait }) => {
      const endings = play(pieces, {
        servers,
        limit,
        maxWait,
        atRest({ waiting, idle }) {
          if (waiting > limit) throw new Error("more waits than may");
          if (waiting > 0 && idle > 0) throw new Error("a server is idle while work waits");
        },
      });
      expect(endings).toHaveLength(pieces.length);
      expect(new Set(endings.map(({ piece }) => piece)).size).toBe(pieces.length);
      for (const { piece, startedAt, endedAt, retryAfter, how } of endings) {
        const deadline = piece.at + piece.patience!;
        if (startedAt !== null && startedAt >= deadline) throw new Error("begun past its deadline");
        if (endedAt > deadline + TIMER) throw new Error("answered past its deadline");
        if (how === "refused" && !(retryAfter! > 0))
          throw new Error("refused without a word on when to come back");
      }
    }),
    { numRuns: 10_000 },
  );
});

/** Everybody's work costs the same, as the queue knows from work that was done long before. */
const COST = 300;
const known = ["a", "b"].map((owner) => ({ owner, at: 0, cost: COST, kind: "face" }));
const flood = fc.record({
  pieces: fc.array(
    fc.record({ owner: fc.constantFrom("a", "a", "b"), at: fc.integer({ min: 5_000, max: 9_000 }) }),
    {
      minLength: 60,
      maxLength: 120,
    },
  ),
  servers: fc.integer({ min: 1, max: 4 }),
  patience: fc.integer({ min: 1_000, max: 6_000 }),
  maxWait: fc.constantFrom(1_000, 4_000, 20_000),
});

it("tells within a factor of two, and one piece of work, when a call is taken if nobody else comes", () => {
  let refusals = 0;
  fc.assert(
    fc.property(flood, ({ pieces, servers, patience, maxWait }) => {
      const calls = pieces
        .map((each): Piece => ({ ...each, cost: COST, kind: "face", patience }))
        .toSorted((x, y) => x.at - y.at);
      const world = { servers, maxWait };
      const refused = play([...known, ...calls], world).findLast(({ how }) => how === "refused");
      if (refused === undefined) return;
      refusals++;
      const until = calls.slice(0, calls.indexOf(refused.piece) + 1);
      const isRefusedAfter = (ms: number) => {
        const again = { ...refused.piece, at: refused.piece.at + Math.max(0, ms) };
        const endings = play([...known, ...until, again], world);
        return endings.find(({ piece }) => piece === again)!.how === "refused";
      };
      const told = refused.retryAfter!;
      expect(isRefusedAfter(2 * told + COST)).toBe(false);
      if (told / 2 > COST) expect(isRefusedAfter(told / 2 - COST)).toBe(true);
    }),
    { numRuns: 300 },
  );
  expect(refusals).toBeGreaterThan(150);
});

/** Milliseconds of work: within a half of a second, on average a second. */
const costOf = (random: () => number) => 500 + 1_000 * random();

/** The calls of one owner in a world of so many seconds, by chance or at fixed times. */
function offered(
  owner: string,
  perSecond: number,
  random: (() => number) | null,
  ofCosts = random!,
): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < SECONDS * 1_000; ) {
    pieces.push({ owner, at, cost: costOf(ofCosts), kind: "document", patience: 30_000 });
    at += (1_000 / perSecond) * (random === null ? 1 : -Math.log(1 - random()));
  }
  return pieces;
}

/** Mulberry32: the same worlds in each run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SECONDS = 240;
const doneOf = (endings: readonly Ending[], owner: string) =>
  endings.filter(({ piece, how }) => how === "done" && piece.owner === owner);

describe.each([1, 2, 3])("in world %i, with costs that vary by a half", (seed) => {
  it.each([2_000, 20_000])(
    "twice what servers can do leaves 90 % of it done, with a longest wait of %i ms",
    (maxWait) => {
      const random = randomFrom(seed);
      const servers = 2;
      const pieces = ["a", "b", "c", "d", "e"].flatMap((owner) => offered(owner, (2 * servers) / 5, random));
      const done = play(pieces, { servers, maxWait }).filter(
        ({ how, endedAt }) => how === "done" && endedAt <= SECONDS * 1_000,
      );
      const work = done.reduce((sum, { piece }) => sum + piece.cost, 0);
      expect(work / (servers * SECONDS * 1_000)).toBeGreaterThanOrEqual(0.9);
    },
  );

  it("a steady tenant at a fifth of the capacity keeps it beside one at ten times, at most twice as slow", () => {
    const random = randomFrom(seed);
    const servers = 2;
    const small = offered("small", servers / 5, null, random);
    const large = offered("large", servers * 10, random);
    const [alone, beside] = [small, [...small, ...large]].map((pieces) => {
      const done = doneOf(play(pieces, { servers, maxWait: 20_000 }), "small");
      const times = done.map(({ piece, endedAt }) => endedAt - piece.at);
      return { done: done.length, p99: quantile(times, 0.99) };
    });
    expect(beside!.done / alone!.done).toBeGreaterThanOrEqual(0.95);
    expect(beside!.p99 / alone!.p99).toBeLessThanOrEqual(2);
  });
});

describe("work that nobody waits for", () => {
  const background = (at: number): Piece => ({
    owner: "b",
    at,
    cost: 100,
    kind: "face",
    priority: "background",
  });
  const interactive = (at: number): Piece => ({ owner: "a", at, cost: 100, kind: "face" });
  const many = (make: (at: number) => Piece, count: number) => Array.from({ length: count }, () => make(0));

  it("has a tenth of the servers beside work that somebody waits for, so that it never starves", () => {
    const endings = play([...many(interactive, 200), ...many(background, 200)], { servers: 1 });
    const share = endings.filter(({ piece, endedAt }) => piece.owner === "b" && endedAt <= 11_000).length;
    expect(share).toBeGreaterThanOrEqual(9);
    expect(share).toBeLessThanOrEqual(11);
  });

  it("has all of them where nobody waits", () => {
    const endings = play(many(background, 50), { servers: 2 });
    expect(Math.max(...endings.map(({ endedAt }) => endedAt))).toBe(2_500);
  });

  it("is the first to be shed", () => {
    const endings = play([...many(background, 3), ...many(interactive, 9)], { servers: 1, limit: 8 });
    const refused = endings.filter(({ how }) => how === "refused").map(({ piece }) => piece.priority);
    expect(refused.slice(0, 2)).toEqual(["background", "background"]);
  });

  it("may wait longer than work that somebody waits for", () => {
    const waits = (make: (at: number) => Piece) => play(many(make, 30), { servers: 1, maxWait: 1_000 });
    expect(waits(background).every(({ how }) => how === "done")).toBe(true);
    expect(waits(interactive).some(({ how }) => how === "refused")).toBe(true);
  });
});

describe("a refusal says why", () => {
  const of = (owner: string, patience = 60_000): QueuedPiece => ({
    owner,
    kind: "face",
    priority: "interactive",
    deadline: patience,
    size: 1,
  });
  /** So many pieces of 250 ms wait for one server, each of its own owner or all of one. */
  const crowd = (owners: (index: number) => string, count: number) => {
    const admission = new Admission<number>({ queueMemory: 100, maxWait: 4_000 });
    for (let i = 0; i < count; i++) admission.queue.add(i, of(owners(i)));
    admission.queue.take(0, () => {});
    return admission;
  };
  const refusalOf = (admission: Admission<number>, piece: QueuedPiece) => {
    try {
      return admission.check(piece, 0, 1);
    } catch (refusal) {
      return refusal;
    }
  };

  it("everybody would wait too long, or this call beyond its deadline, or this tenant alone", () => {
    const everybody = crowd((i) => `o${i}`, 20);
    expect(refusalOf(everybody, of("new"))).toMatchObject({ reason: "full", retryAfter: 1_000 });
    const few = crowd((i) => `o${i}`, 12);
    expect(refusalOf(few, of("new"))).toBeUndefined();
    expect(refusalOf(few, of("new", 2_000))).toMatchObject({ reason: "deadline", retryAfter: 1_250 });
    const one = crowd(() => "busy", 20);
    expect(refusalOf(one, of("busy"))).toMatchObject({ reason: "tenant", retryAfter: 1_000 });
    expect(refusalOf(one, of("new"))).toBeUndefined();
  });

  it("saturation is the wait for everything as a share of the longest wait", () => {
    expect(crowd((i) => `o${i}`, 16).saturation(0, 1)).toBe(1);
    expect(crowd((i) => `o${i}`, 16).saturation(0, 2)).toBe(0.5);
    expect(crowd(() => "", 1).saturation(0, 2)).toBe(0);
  });
});
