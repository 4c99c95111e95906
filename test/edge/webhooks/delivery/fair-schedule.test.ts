import fc from "fast-check";
import { expect, test } from "vitest";
import { nextAllowance, planTurns, TURN_LIMITS } from "../../../../edge/webhooks/delivery/fair-schedule.ts";

const NOW = 1_000_000;
const LANES = TURN_LIMITS.lanes;
const queue = (endpointId: string, due: number, oldestDueAt = 0) => ({ endpointId, due, oldestDueAt });
const flights = (endpointId: string, count: number, since: number) =>
  Array.from({ length: count }, () => ({ endpointId, since }));
const nobody = { flights: [], allowances: new Map<string, number>() };

test("a new endpoint is sent two at once, however much waits for it", () => {
  expect(planTurns([queue("a", 16)], nobody, NOW)).toEqual(new Map([["a", 2]]));
});

test("each quick success is trusted with one more, up to the cap; a failure or a slow answer with one", () => {
  let allowance: number | undefined;
  for (let i = 0; i < 40; i++) allowance = nextAllowance(allowance, { succeeded: true, tookMs: 999 });
  expect(allowance).toBe(TURN_LIMITS.perEndpoint);
  expect(nextAllowance(allowance, { succeeded: false, tookMs: 1 })).toBe(1);
  expect(nextAllowance(allowance, { succeeded: true, tookMs: 1_000 })).toBe(1);
  expect(nextAllowance(1, { succeeded: true, tookMs: 5 })).toBe(2);
});

test("endpoints take turns: one with a long queue does not come twice before another has come once", () => {
  const busy = Array.from({ length: LANES - 1 }, (_, i) => queue(`e${i}`, 16, i));
  const allowances = new Map(busy.map(({ endpointId }) => [endpointId, 16]));
  const turns = planTurns([...busy, queue("late", 1, 999)], { flights: [], allowances }, NOW);
  expect(turns.get("late")).toBe(1);
  expect([...turns.values()].reduce((sum, n) => sum + n, 0)).toBe(LANES);
});

test("whoever takes longer than a second leaves its lane to the others, and is given no further one", () => {
  const hanging = flights("hangs", 2, NOW - TURN_LIMITS.slowMs);
  const turns = planTurns([queue("hangs", 16), queue("well", 2)], { ...nobody, flights: hanging }, NOW);
  expect(turns).toEqual(new Map([["well", 2]]));
});

test("any number of endpoints on probation leaves the healthy three quarters of the lanes", () => {
  const sick = Array.from({ length: 100 }, (_, i) => queue(`sick${i}`, 16, 0));
  const healthy = Array.from({ length: 100 }, (_, i) => queue(`well${i}`, 1, 999));
  const allowances = new Map(sick.map(({ endpointId }) => [endpointId, 1]));
  const turns = [...planTurns([...sick, ...healthy], { flights: [], allowances }, NOW).keys()];
  expect(turns.filter((id) => id.startsWith("sick"))).toHaveLength(LANES / 4);
  expect(turns.filter((id) => id.startsWith("well"))).toHaveLength((LANES * 3) / 4);
});

test("no plan exceeds the lanes, what is under way, what is due, or an endpoint's allowance", () => {
  const id: fc.Arbitrary<string> = fc.constantFrom("a", "b", "c", "d", "e");
  const flight = fc.record({ endpointId: id, since: fc.integer({ min: NOW - 12_000, max: NOW }) });
  const queues = fc.uniqueArray(
    fc.record({ endpointId: id, due: fc.nat({ max: 16 }), oldestDueAt: fc.nat({ max: NOW }) }),
    { selector: ({ endpointId }) => endpointId },
  );
  const allowances = fc.array(fc.tuple(id, fc.integer({ min: 1, max: 16 }))).map((all) => new Map(all));
  fc.assert(
    fc.property(queues, fc.array(flight, { maxLength: 140 }), allowances, (waiting, under, trust) => {
      const turns = planTurns(waiting, { flights: under, allowances: trust }, NOW);
      const taken = [...turns.values()].reduce((sum, n) => sum + n, 0);
      const young = under.filter(({ since }) => NOW - since < TURN_LIMITS.slowMs).length;
      expect(taken).toBeLessThanOrEqual(Math.max(0, LANES - young));
      expect(taken).toBeLessThanOrEqual(Math.max(0, TURN_LIMITS.underWay - under.length));
      for (const [endpointId, n] of turns) {
        const busy = under.filter((each) => each.endpointId === endpointId).length;
        expect(n).toBeLessThanOrEqual(waiting.find((each) => each.endpointId === endpointId)!.due);
        expect(n + busy).toBeLessThanOrEqual(trust.get(endpointId) ?? TURN_LIMITS.atFirst);
      }
    }),
  );
});
