import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Body, nextMove, type RoomLimits } from "../../../../edge/limits/bodies/admission.ts";
import { type Sender, simulate, tenantOf } from "../room-simulation.ts";

const KIB = 1024;
const MIB = 1024 * KIB;
const LIMITS: RoomLimits = {
  bodies: 1_000,
  common: 16 * MIB,
  tenantShare: 12 * MIB,
  callerShare: 8 * MIB,
  largest: 25 * MIB,
};

/** Anybody: of three tenants, quick or slow, chunked or not, who may stop at any byte and may never go on. */
const anySender = fc.record({
  caller: fc.constantFrom("tn_1/a", "tn_1/b", "tn_2/a", "tn_3/a"),
  at: fc.integer({ min: 0, max: 20_000 }),
  size: fc.integer({ min: 1, max: LIMITS.largest }),
  isChunked: fc.boolean(),
  bytesAMs: fc.constantFrom(0, 1, 20, 500, 5_000, 50_000),
  slowsAt: fc.option(fc.integer({ min: 0, max: LIMITS.largest }), { nil: null }),
  slowBytesAMs: fc.constantFrom(0, 1, 6, 200),
  workMs: fc.integer({ min: 0, max: 3_000 }),
});
/** People with phones of 0.5 to 50 MB/s and pictures of up to 5 MB, few enough for the room. */
const phone = fc.record({
  caller: fc.constantFrom("tn_1/a", "tn_1/b", "tn_2/a"),
  at: fc.integer({ min: 0, max: 60_000 }),
  size: fc.integer({ min: 1, max: 5 * MIB }),
  isChunked: fc.boolean(),
  bytesAMs: fc.constantFrom(500, 5_000, 50_000),
  slowsAt: fc.constant(null),
  slowBytesAMs: fc.constant(0),
  workMs: fc.integer({ min: 0, max: 1_000 }),
});

it("holds no more than its common bytes and one largest body, serves in order and never idly, and ends empty", () => {
  const anybody = fc.array(anySender, { minLength: 10, maxLength: 40 });
  fc.assert(
    fc.property(anybody, (senders) => {
      const { most, left, ends, idleWaits, outOfOrder } = simulate(senders, LIMITS);
      expect(most).toBeLessThanOrEqual(LIMITS.common + LIMITS.largest);
      expect({ left, ends: ends.length }).toEqual({ left: 0, ends: senders.length });
      expect({ idleWaits, outOfOrder }).toEqual({ idleWaits: 0, outOfOrder: 0 });
    }),
    { numRuns: 80, endOnFailure: true },
  );
});

const sender = (given: Partial<Sender>): Sender => ({
  ...{
    caller: "tn_1/a",
    at: 0,
    size: 3 * MIB,
    isChunked: false,
    bytesAMs: 10_000,
    slowsAt: null,
    slowBytesAMs: 0,
    workMs: 500,
  },
  ...given,
});
const many = (count: number, given: Partial<Sender>) => Array.from({ length: count }, () => sender(given));
const endsOf = (senders: readonly Sender[], tenant: string) =>
  simulate(senders, LIMITS).ends.flatMap(({ sender, end }) => (tenantOf(sender) === tenant ? [end] : []));

describe("no upload, however slow, idle or chunked, keeps another one from being admitted", () => {
  it("phones of any speed are all served, while the room suffices for them", () => {
    fc.assert(
      fc.property(fc.array(phone, { maxLength: 12 }), (senders) => {
        const { ends } = simulate(senders, LIMITS);
        expect(new Set(ends.map(({ end }) => end)).size).toBeLessThanOrEqual(1);
        expect(ends.every(({ end }) => end === "answered")).toBe(true);
      }),
      { numRuns: 150, endOnFailure: true },
    );
  });

  const healthy = [
    sender({ caller: "tn_2/a", at: 5_000, isChunked: true }),
    sender({ caller: "tn_2/a", at: 6_000, size: 18 * MIB }),
    sender({ caller: "tn_2/a", at: 7_000, size: 18 * MIB, isChunked: true }),
  ];
  it.each<[string, Sender[]]>([
    ["three hundred that drip", many(300, { size: LIMITS.largest, bytesAMs: 1 })],
    ["three hundred that send nothing", many(300, { size: LIMITS.largest, bytesAMs: 0, isChunked: true })],
    ["forty that announce 8 MiB and stop after 100 bytes", many(40, { size: 8 * MIB, slowsAt: 100 })],
    [
      "forty that send 20 MiB at once and then stop",
      many(40, { size: LIMITS.largest, bytesAMs: 50_000, slowsAt: 20 * MIB }),
    ],
    [
      "forty that send 20 MiB at once and go on slowly",
      many(40, { size: LIMITS.largest, bytesAMs: 50_000, slowsAt: 20 * MIB, slowBytesAMs: 6 }),
    ],
    [
      "a tenant with as many whole uploads as it likes",
      many(200, { size: 5 * MIB, bytesAMs: 50_000, workMs: 3_000 }),
    ],
    [
      "two tenants with as many whole uploads as they like",
      ["tn_1/a", "tn_3/a"].flatMap((caller) =>
        many(100, { caller, size: 5 * MIB, bytesAMs: 50_000, workMs: 1_000 }),
      ),
    ],
  ])("not %s", (_, hostile) => {
    expect(endsOf([...hostile, ...healthy], "tn_2")).toEqual(["answered", "answered", "answered"]);
  });

  it("not even another credential of the same tenant", () => {
    const hostile = many(40, { size: LIMITS.largest, bytesAMs: 50_000, slowsAt: 20 * MIB, slowBytesAMs: 6 });
    const colleague = many(3, { caller: "tn_1/b", at: 5_000 });
    const { ends } = simulate([...hostile, ...colleague], LIMITS);
    const its = ends.filter(({ sender }) => sender.caller === "tn_1/b").map(({ end }) => end);
    expect(its).toEqual(["answered", "answered", "answered"]);
  });

  it("not even for a moment when the others are slow: they count with what has come", () => {
    const phones = [
      ...many(4, { size: 2 * MIB, bytesAMs: 100 }),
      ...many(3, { caller: "tn_3/a", size: 2 * MIB, bytesAMs: 100 }),
    ];
    const quick = many(2, { caller: "tn_2/a", at: 5_000, workMs: 10_000 });
    const { ends } = simulate([...phones, ...quick], LIMITS);
    expect(ends.every(({ end, waitedMs }) => end === "answered" && waitedMs === 0)).toBe(true);
  });

  it("not even for a moment when another tenant was alone until then, and sends more than there is room for", () => {
    const size = fc.integer({ min: MIB / 4, max: LIMITS.common - LIMITS.tenantShare });
    fc.assert(
      fc.property(fc.array(size, { minLength: 60, maxLength: 100 }), size, (sizes, own) => {
        const flood = sizes.map((size, i) => sender({ caller: `tn_1/${i % 10}`, size, workMs: 2_000 }));
        const newcomer = sender({ caller: "tn_2/a", at: 5_000, size: own, workMs: 1 });
        const { ends } = simulate([...flood, newcomer], LIMITS);
        const its = ends.find(({ sender }) => sender.caller === "tn_2/a")!;
        expect(its).toMatchObject({ end: "answered", waitedMs: 0 });
      }),
      { numRuns: 50, endOnFailure: true },
    );
  });

  it("twenty of 5 MB at once are all served, chunked ones too", () => {
    for (const isChunked of [true, false]) {
      const ends = endsOf(many(20, { size: 5_000_000, bytesAMs: 20_000, isChunked }), "tn_1");
      expect(ends).toEqual(Array.from({ length: 20 }, () => "answered"));
    }
  });
});

const body = (caller: string, given: Partial<Body>): Body => ({
  sender: { tenant: caller.split("/")[0]!, caller },
  ...{ place: 0, turn: 0, target: MIB, held: 0, waiting: null, admittedAt: 0, besideAt: null },
  ...{ progress: { at: 0, held: 0 }, isSlow: false, isWhole: false, isLeaving: false },
  ...given,
});

it.each([
  ["tenant's, with however many credentials", ["tn_1/a", "tn_1/b", "tn_1/c"], "tn_1/d"],
  ["credential's", ["tn_1/a", "tn_1/a"], "tn_1/a"],
])("who waits behind a used-up share is let in before it: a %s", (_, callers, next) => {
  const held = callers.map((caller) => body(caller, { held: 4 * MIB, isWhole: true }));
  const waiting = { bytes: MIB, since: 0 };
  const greedy = body(next, { place: 1, waiting, admittedAt: null });
  const other = body("tn_2/a", { place: 2, waiting, admittedAt: null });
  expect(nextMove([...held, greedy, other], LIMITS, 0)).toMatchObject({ body: other, beside: false });
  expect(nextMove([...held, greedy], { ...LIMITS, tenantShare: 13 * MIB, callerShare: 13 * MIB }, 0)).toEqual(
    {
      kind: "admit",
      body: greedy,
      beside: false,
    },
  );
});
