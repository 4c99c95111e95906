import { describe, expect, it } from "vitest";
import type { Ending } from "../../campaigns/overload/caller.ts";
import { overload } from "../../campaigns/overload/run.ts";
import { startScripted } from "../../campaigns/overload/services.ts";
import { type Findings, judge } from "../../campaigns/overload/verdict.ts";

it("offers a service twice what it can do: each call ends once, and none is begun past its deadline", async () => {
  const service = await startScripted({ ENGINES: "2", MAX_WAIT: "0.5" }, 100);
  try {
    const told: string[] = [];
    const plan = { engines: 2, calls: 60, rounds: 1, patience: 1_000, seconds: 2 };
    const { endings, begunLate, promises, capacity, health } = await overload(service, plan, (line) =>
      told.push(line),
    );
    expect(endings).toHaveLength(60 + Math.ceil(4 * capacity));
    expect(endings.filter(({ how }) => how === "failed")).toEqual([]);
    expect(endings.filter(({ how, retryAfter }) => how === "refused" && retryAfter === null)).toEqual([]);
    expect([begunLate, promises.length, health.length > 0]).toEqual([0, 1, true]);
    expect(told.some((line) => line.includes("60 of 60 sent"))).toBe(true);
  } finally {
    await service.stop();
  }
}, 60_000);

describe("the verdict of an overload", () => {
  const ending = (how: Ending["how"], change: Partial<Ending> = {}): Ending => ({
    how,
    took: 10,
    endedAt: 5_000,
    retryAfter: how === "refused" ? 200 : null,
    ...change,
  });
  /** Ten good answers a second for ten seconds, and as many refusals. */
  const good: Findings = {
    capacity: 10,
    endings: [...Array(95).fill(ending("good")), ...Array(95).fill(ending("refused"))],
    from: 0,
    until: 10_000,
    begunLate: 0,
    health: [5, 6],
    promises: [{ told: 300, truth: 200 }],
  };
  const missed = (change: Partial<Findings>) =>
    judge({ ...good, ...change })
      .filter(({ holds }) => !holds)
      .map(({ name }) => name);

  it("holds where every bar does, also where engines do not tell when they began", () => {
    expect(missed({})).toEqual([]);
    expect(missed({ begunLate: null })).toEqual([]);
  });

  it.each<[string, Partial<Findings>]>([
    ["goodput, of the capacity", { capacity: 11 }],
    ["goodput, of the capacity", { from: 6_000, until: 16_000 }],
    ["refusals, p99", { endings: [...good.endings, ...Array(3).fill(ending("refused", { took: 51 }))] }],
    [
      "refusals without a Retry-After",
      { endings: [...good.endings, ending("refused", { retryAfter: null })] },
    ],
    ["Retry-After beside the truth, worst", { promises: [{ told: 300, truth: 149 }] }],
    ["Retry-After beside the truth, worst", { promises: [{ told: 149, truth: 300 }] }],
    ["Retry-After beside the truth, worst", { promises: [null] }],
    ["begun past their deadline", { begunLate: 1 }],
    ["failed in another way", { endings: [...good.endings, ending("failed")] }],
    ["health meanwhile, p99", { health: [16] }],
  ])("misses its bar: %s", (name, change) => {
    expect(missed(change)).toEqual([name]);
  });

  it("misses where no call was refused, since nothing was then measured", () => {
    expect(missed({ endings: Array(95).fill(ending("good")) })).toEqual(["refusals, p99"]);
  });
});
