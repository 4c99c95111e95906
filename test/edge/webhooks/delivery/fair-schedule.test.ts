import fc from "fast-check";
import { expect, test } from "vitest";
import { nextConcurrency, planSends, SCHEDULE_LIMITS } from "#edge/webhooks/delivery/fair-schedule.ts";

const NOW = 1_000_000;
const SLOTS = SCHEDULE_LIMITS.slots;
const hostOf = (endpointId: string) => `${endpointId}.example`;
const queue = (endpointId: string, due: number, oldestDueAt = 0, host = hostOf(endpointId)) => ({
  endpointId,
  host,
  due,
  oldestDueAt,
});
const activeSends = (endpointId: string, count: number, since: number, host = hostOf(endpointId)) =>
  Array.from({ length: count }, () => ({ endpointId, host, since }));
const idle = { activeSends: [], concurrency: new Map<string, number>() };

test("a new endpoint is sent two at once, however much waits for it", () => {
  expect(planSends([queue("a", 16)], idle, NOW)).toEqual(new Map([["a", 2]]));
});

test("each quick success is trusted with one more, up to the cap; a failure or a slow answer with one", () => {
  let concurrency: number | undefined;
  for (let i = 0; i < 40; i++) concurrency = nextConcurrency(concurrency, { succeeded: true, tookMs: 999 });
  expect(concurrency).toBe(SCHEDULE_LIMITS.perEndpoint);
  expect(nextConcurrency(concurrency, { succeeded: false, tookMs: 1 })).toBe(1);
  expect(nextConcurrency(concurrency, { succeeded: true, tookMs: 1_000 })).toBe(1);
  expect(nextConcurrency(1, { succeeded: true, tookMs: 5 })).toBe(2);
});

test("endpoints are served round-robin: one with a long queue is not served twice before another", () => {
  const busy = Array.from({ length: SLOTS - 1 }, (_, i) => queue(`e${i}`, 16, i));
  const concurrency = new Map(busy.map(({ endpointId }) => [endpointId, 16]));
  const quotas = planSends([...busy, queue("late", 1, 999)], { activeSends: [], concurrency }, NOW);
  expect(quotas.get("late")).toBe(1);
  expect([...quotas.values()].reduce((sum, n) => sum + n, 0)).toBe(SLOTS);
});

test("an endpoint that takes longer than a second leaves its slot to the others, and is given no further one", () => {
  const hanging = activeSends("hangs", 2, NOW - SCHEDULE_LIMITS.slowMs);
  const quotas = planSends([queue("hangs", 16), queue("well", 2)], { ...idle, activeSends: hanging }, NOW);
  expect(quotas).toEqual(new Map([["well", 2]]));
});

test.each([
  ["the healthy three quarters of the slots", (id: string) => hostOf(id), SLOTS],
  ["the healthy ones of their host three quarters of it", () => "shared.example", SCHEDULE_LIMITS.perHost],
])("any number of endpoints on probation leaves %s", (_, host, all) => {
  const many = (name: string, due: number, oldest: number) =>
    Array.from({ length: 100 }, (_, i) => queue(`${name}${i}`, due, oldest, host(`${name}${i}`)));
  const [sick, healthy] = [many("sick", 16, 0), many("well", 1, 999)];
  const concurrency = new Map(sick.map(({ endpointId }) => [endpointId, 1]));
  const quotas = [...planSends([...sick, ...healthy], { activeSends: [], concurrency }, NOW).keys()];
  expect(quotas.filter((id) => id.startsWith("sick"))).toHaveLength(all / 4);
  expect(quotas.filter((id) => id.startsWith("well"))).toHaveLength((all * 3) / 4);
});

test("a host is sent sixteen at once over all its endpoints, and the other hosts what is left", () => {
  const many = Array.from({ length: 1_000 }, (_, i) => queue(`one${i}`, 1, 0, "victim.example"));
  const others = Array.from({ length: 100 }, (_, i) => queue(`other${i}`, 1, 999));
  const quotas = [...planSends([...many, ...others], idle, NOW).keys()];
  expect(quotas.filter((id) => id.startsWith("one"))).toHaveLength(SCHEDULE_LIMITS.perHost);
  expect(quotas.filter((id) => id.startsWith("other"))).toHaveLength(SLOTS - SCHEDULE_LIMITS.perHost);
  const busy = activeSends("gone", SCHEDULE_LIMITS.perHost, NOW - 5_000, "victim.example");
  expect(planSends(many, { ...idle, activeSends: busy }, NOW)).toEqual(new Map());
});

test("no plan exceeds the slots, what is under way, what is due, or the limit of an endpoint or a host", () => {
  const id: fc.Arbitrary<string> = fc.constantFrom("a", "b", "c", "d", "e");
  // Two hosts with several endpoints each.
  const host = (endpointId: string) => (endpointId < "c" ? "one.example" : "two.example");
  const activeSend = fc
    .record({ endpointId: id, since: fc.integer({ min: NOW - 12_000, max: NOW }) })
    .map((sent) => ({ ...sent, host: host(sent.endpointId) }));
  const queues = fc.uniqueArray(
    fc
      .record({ endpointId: id, due: fc.nat({ max: 16 }), oldestDueAt: fc.nat({ max: NOW }) })
      .map((waiting) => ({ ...waiting, host: host(waiting.endpointId) })),
    { selector: ({ endpointId }) => endpointId },
  );
  const concurrency = fc.array(fc.tuple(id, fc.integer({ min: 1, max: 16 }))).map((all) => new Map(all));
  fc.assert(
    fc.property(queues, fc.array(activeSend, { maxLength: 140 }), concurrency, (waiting, under, trust) => {
      const quotas = planSends(waiting, { activeSends: under, concurrency: trust }, NOW);
      const taken = [...quotas.values()].reduce((sum, n) => sum + n, 0);
      const young = under.filter(({ since }) => NOW - since < SCHEDULE_LIMITS.slowMs).length;
      expect(taken).toBeLessThanOrEqual(Math.max(0, SLOTS - young));
      expect(taken).toBeLessThanOrEqual(Math.max(0, SCHEDULE_LIMITS.underWay - under.length));
      for (const each of ["one.example", "two.example"]) {
        const planned = [...quotas].reduce((sum, [key, n]) => sum + (host(key) === each ? n : 0), 0);
        const busy = under.filter((send) => send.host === each).length;
        expect(planned).toBeLessThanOrEqual(Math.max(0, SCHEDULE_LIMITS.perHost - busy));
      }
      for (const [endpointId, n] of quotas) {
        const busy = under.filter((each) => each.endpointId === endpointId).length;
        expect(n).toBeLessThanOrEqual(waiting.find((each) => each.endpointId === endpointId)!.due);
        expect(n + busy).toBeLessThanOrEqual(trust.get(endpointId) ?? SCHEDULE_LIMITS.initial);
      }
    }),
  );
});
