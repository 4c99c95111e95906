import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quantile } from "#inference/statistics.ts";
import type { Priority } from "#inference/workers/job.ts";
import { TenantQueue } from "#inference/workers/tenant-queue.ts";
import { seededRandom } from "#lab/material/random.ts";

interface Plan {
  readonly tenant?: string;
  readonly priority?: Priority;
  readonly kind?: string;
  /** Milliseconds. */
  readonly at?: number;
  readonly cost?: number;
  readonly patience?: number;
}

/** A job of size 1 in a simulated world, which has no other clock than the one that it is given. */
class Simulated {
  readonly at: number;
  readonly cost: number;
  readonly kind: string;
  readonly size = 1;
  readonly call;
  settled = false;
  how: "done" | "late" | "refused" | undefined;
  startedAt: number | undefined;
  endedAt = Number.NaN;
  failure: { readonly reason?: string; readonly retryAfter?: number } = {};

  constructor({ tenant = "a", priority = "interactive", kind = "face", at = 0, cost = 250, patience }: Plan) {
    [this.at, this.cost, this.kind] = [at, cost, kind];
    const deadline = at + (patience ?? 1e12);
    this.call = { tenant, priority, deadline, signal: new AbortController().signal, onTaken() {} };
  }

  fail(failure: unknown): void {
    [this.settled, this.how, this.failure] = [true, "refused", failure as object];
  }

  expire(): void {
    [this.settled, this.how] = [true, "late"];
  }
}

interface World {
  readonly servers: number;
  /** Jobs for which there is memory. */
  readonly room?: number;
  readonly maxWait?: number;
  atRest?(state: { readonly waiting: number; readonly idle: number }): void;
}

/** Plays arrivals on some servers, as the pool does with workers. A server leaves a job at its deadline. */
function play(plans: readonly Plan[], { servers, room = 1e6, maxWait = 1e12, atRest }: World): Simulated[] {
  const queue = new TenantQueue<Simulated>({ queueMemory: room, maxWait });
  const jobs = plans.map((plan) => new Simulated(plan));
  const arrivals = jobs.toSorted((a, b) => a.at - b.at);
  const running = new Set<Simulated>();
  const endOf = ({ startedAt, cost, call }: Simulated) => Math.min(startedAt! + cost, call.deadline);
  while (arrivals.length + running.size > 0) {
    const now = Math.min(...[...running].map(endOf), arrivals[0]?.at ?? Number.POSITIVE_INFINITY);
    for (const job of running) {
      if (endOf(job) > now) continue;
      running.delete(job);
      [job.settled, job.endedAt] = [true, now];
      job.how = now < job.startedAt! + job.cost ? "late" : "done";
      queue[job.how === "done" ? "done" : "drop"](job, now);
    }
    if (arrivals[0]?.at === now) queue.add(arrivals.shift()!, now, servers);
    while (running.size < servers) {
      const job = queue.take(now);
      if (job === undefined) break;
      job.startedAt = now;
      running.add(job);
    }
    atRest?.({ waiting: queue.waiting.length, idle: servers - running.size });
  }
  return jobs;
}

const done = (jobs: readonly Simulated[], tenant?: string) =>
  jobs.filter(({ how, call }) => how === "done" && (tenant === undefined || call.tenant === tenant));
const many = (count: number, plan: Plan): Plan[] => Array.from({ length: count }, () => plan);
const orderOf = (jobs: readonly Simulated[]) => jobs.toSorted((a, b) => a.startedAt! - b.startedAt!);

const plan = fc.record({
  tenant: fc.constantFrom("a", "b", "c", "d"),
  at: fc.integer({ min: 0, max: 20_000 }),
  cost: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 400, max: 8_000 })),
  kind: fc.constantFrom("face", "document"),
  priority: fc.constantFrom<Priority>("interactive", "interactive", "background"),
  patience: fc.integer({ min: 1, max: 30_000 }),
});
const world = fc.record({
  plans: fc.array(plan, { minLength: 1, maxLength: 50 }),
  servers: fc.integer({ min: 1, max: 4 }),
  room: fc.integer({ min: 0, max: 40 }),
  maxWait: fc.constantFrom(500, 2_000, 20_000),
});

it("in a thousand worlds each job ends once, none is begun late, and no server is idle while one waits", () => {
  fc.assert(
    fc.property(world, ({ plans, servers, room, maxWait }) => {
      const jobs = play(plans, {
        servers,
        room,
        maxWait,
        atRest({ waiting, idle }) {
          expect(waiting).toBeLessThanOrEqual(Math.max(room, 0));
          expect(waiting === 0 || idle === 0).toBe(true);
        },
      });
      for (const { how, startedAt, call, failure } of jobs) {
        expect(how).toBeDefined();
        if (startedAt !== undefined) expect(startedAt).toBeLessThan(call.deadline);
        if (how === "refused") expect(failure.retryAfter).toBeGreaterThan(0);
      }
    }),
    { numRuns: 1_000 },
  );
});

describe("turns", () => {
  it("tenants take turns, and the jobs of one begin in the order of their arrival", () => {
    const plans = ["a", "a", "a", "b", "c", "b"].map((tenant, at) => ({ tenant, at }));
    const order = orderOf(play(plans, { servers: 1 })).map(({ call, at }) => call.tenant + at);
    expect(order).toEqual(["a0", "a1", "b3", "c4", "a2", "b5"]);
  });

  it("a background job starts after all others", () => {
    const background = many(3, { tenant: "b", priority: "background" });
    const order = orderOf(play([...background, ...many(3, { at: 1 })], { servers: 1 }));
    expect(order.map(({ call }) => call.tenant)).toEqual(["b", "a", "a", "a", "b", "b"]);
  });

  it("a job that is put back is begun before its tenant's others, in its tenant's next turn", () => {
    const queue = new TenantQueue<Simulated>({ queueMemory: 100, maxWait: 1e9 });
    const jobs = ["a", "a", "b"].map((tenant) => new Simulated({ tenant }));
    for (const job of jobs) queue.add(job, 0, 1);
    const first = queue.take(0)!;
    queue.putBack(first);
    expect([queue.take(0), queue.take(0), queue.take(0)]).toEqual([jobs[2], first, jobs[1]]);
  });
});

describe("memory", () => {
  const taken = (tenants: readonly string[], room: number) => {
    const queue = new TenantQueue<Simulated>({ queueMemory: room, maxWait: 1e9 });
    for (const tenant of tenants) queue.add(new Simulated({ tenant }), 0, 1);
    return Object.groupBy(queue.waiting, ({ call }) => call.tenant);
  };

  it("a tenant may hold half of it alone, and a newcomer always finds room", () => {
    const flood = many(50, {}).flatMap(() => ["a"]);
    expect(taken(flood, 12)).toMatchObject({ a: { length: 6 } });
    const served = taken([...flood, ...flood.map(() => "b"), "c"], 12);
    expect(served).toMatchObject({ a: { length: 6 }, b: { length: 3 }, c: { length: 1 } });
  });

  it("is free again once a job that waits is taken out", () => {
    const queue = new TenantQueue<Simulated>({ queueMemory: 2, maxWait: 1e9 });
    const [first, second] = [new Simulated({}), new Simulated({})];
    queue.add(first, 0, 1);
    queue.remove(first);
    queue.add(second, 0, 1);
    expect(queue.waiting).toEqual([second]);
  });
});

describe("a refusal", () => {
  const crowd = (count: number, tenantOf: (index: number) => string) => {
    const queue = new TenantQueue<Simulated>({ queueMemory: 1_000, maxWait: 4_000 });
    for (let i = 0; i < count; i++) queue.add(new Simulated({ tenant: tenantOf(i) }), 0, 1);
    queue.take(0);
    return queue;
  };
  const refusalOf = (queue: TenantQueue<Simulated>, tenant: string, patience?: number) => {
    const job = new Simulated({ tenant, ...(patience !== undefined && { patience }) });
    queue.add(job, 0, 1);
    return job.failure;
  };

  it("says whether everybody would wait too long, this call beyond its deadline, or this tenant alone", () => {
    const everybody = crowd(17, (i) => `t${i}`);
    expect(refusalOf(everybody, "new", 60_000)).toMatchObject({ reason: "full", retryAfter: 250 });
    const few = crowd(12, (i) => `t${i}`);
    expect(refusalOf(few, "new", 2_000)).toMatchObject({ reason: "deadline", retryAfter: 1_250 });
    const one = crowd(17, () => "busy");
    expect(refusalOf(one, "busy")).toMatchObject({ reason: "tenant", retryAfter: 250 });
    expect(refusalOf(one, "new")).toEqual({});
  });

  it("predicts the start of a job within a factor of two and one job, if no other tenant arrives", () => {
    const cost = 300;
    const arrival = fc.record({
      tenant: fc.constantFrom("a", "a", "b"),
      at: fc.integer({ min: 5_000, max: 9_000 }),
    });
    const flood = fc.record({
      arrivals: fc.array(arrival, { minLength: 60, maxLength: 120 }),
      servers: fc.integer({ min: 1, max: 4 }),
      patience: fc.integer({ min: 1_000, max: 6_000 }),
      maxWait: fc.constantFrom(1_000, 4_000, 20_000),
    });
    let refusals = 0;
    fc.assert(
      fc.property(flood, ({ arrivals, servers, patience, maxWait }) => {
        const calls = arrivals
          .map((each): Plan => ({ ...each, cost, patience }))
          .toSorted((x, y) => x.at! - y.at!);
        // A job's cost is known from an earlier one.
        const plans = [{ cost }, ...calls];
        const jobs = play(plans, { servers, maxWait });
        const at = jobs.findLastIndex(({ how }) => how === "refused");
        if (at < 0) return;
        refusals++;
        const retryAfter = jobs[at]!.failure.retryAfter!;
        const isRefusedAfter = (ms: number) => {
          const again = { ...plans[at]!, at: plans[at]!.at! + Math.max(0, ms) };
          return play([...plans.slice(0, at + 1), again], { servers, maxWait }).at(-1)!.how === "refused";
        };
        expect(isRefusedAfter(2 * retryAfter + cost)).toBe(false);
        if (retryAfter / 2 > cost) expect(isRefusedAfter(retryAfter / 2 - cost)).toBe(true);
      }),
      { numRuns: 300 },
    );
    expect(refusals).toBeGreaterThan(150);
  });

  it("comes before a queue is so long that jobs miss their deadlines: twice the load leaves 90 % of it done", () => {
    const [servers, seconds, random] = [2, 240, seededRandom(1)];
    const plans = Array.from({ length: servers * 2 * seconds }, () => ({
      tenant: `t${Math.floor(5 * random())}`,
      at: 1_000 * seconds * random(),
      cost: 500 + 1_000 * random(),
      patience: 4_000,
    }));
    const work = done(play(plans, { servers, maxWait: 20_000 })).reduce((sum, { cost }) => sum + cost, 0);
    expect(work / (servers * seconds * 1_000)).toBeGreaterThanOrEqual(0.9);
  });
});

it("saturation is the wait for everything as a share of the longest wait", () => {
  const queue = new TenantQueue<Simulated>({ queueMemory: 1_000, maxWait: 4_000 });
  for (let i = 0; i < 16; i++) queue.add(new Simulated({ tenant: `t${i}` }), 0, 1);
  queue.take(0);
  expect([queue.saturation(0, 1), queue.saturation(0, 2)]).toEqual([1, 0.5]);
});

it.each([1, 2, 3])(
  "in world %i a tenant at a fifth of the capacity keeps its successful throughput beside one at ten times",
  (seed) => {
    const [servers, seconds, random] = [2, 240, seededRandom(seed)];
    const costOf = () => 500 + 1_000 * random();
    const every = (perSecond: number, tenant: string) =>
      Array.from({ length: perSecond * seconds }, (_, i) => {
        return { tenant, at: (1_000 * i) / perSecond, cost: costOf(), patience: 30_000 };
      });
    const [small, large] = [every(servers / 5, "small"), every(servers * 10, "large")];
    const [alone, beside] = [small, [...small, ...large]].map((plans) => {
      const ended = done(play(plans, { servers, maxWait: 20_000, room: 100 }), "small");
      const times = ended.map(({ at, endedAt }) => endedAt - at);
      return { done: ended.length, p99: quantile(times, 0.99) };
    });
    expect(beside!.done / alone!.done).toBeGreaterThanOrEqual(0.95);
    expect(beside!.p99 / alone!.p99).toBeLessThanOrEqual(2.5);
  },
);
