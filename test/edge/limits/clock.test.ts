import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { outage } from "#edge/core/outage.ts";
import { processLimiter } from "#edge/limits/limiter.ts";
import { Readiness } from "#edge/limits/readiness.ts";
import { rememberingRefusals } from "#edge/limits/refusal-memory.ts";
import type { Rule } from "#edge/limits/sliding-window.ts";

const HOUR = 3_600_000;
const RULE: Rule = { name: "calls", limit: 2, windowMs: 60_000 };
let now: number;
const clock = () => now;

beforeEach(() => {
  now = Date.UTC(2026, 10, 22);
});
afterEach(() => {
  vi.restoreAllMocks();
});

it("a caller that was rejected while the clock was ahead is allowed once it is set back", async () => {
  const limiter = rememberingRefusals(processLimiter(clock), clock);
  const taken = async (times: number) => {
    const grants = [];
    for (let n = 0; n < times; n++) grants.push(await limiter.take("caller", [RULE]));
    return grants.map(({ allowed }) => allowed);
  };
  now += HOUR;
  expect(await taken(3)).toEqual([true, true, false]);
  now -= HOUR;
  expect(await taken(3)).toEqual([true, true, false]);
  now += RULE.windowMs;
  expect(await taken(1)).toEqual([true]);
});

it("a clock that steps back by less than a slot allows no call twice", async () => {
  const limiter = processLimiter(clock);
  for (let n = 0; n < RULE.limit; n++) await limiter.take("caller", [RULE]);
  now -= RULE.windowMs / 100;
  expect((await limiter.take("caller", [RULE])).allowed).toBe(false);
});

it("a readiness result from a clock that was ahead is probed again once it is set back", async () => {
  const readiness = new Readiness(clock);
  const ask = vi.fn(async () => {});
  now += HOUR;
  await readiness.assert(ask);
  now -= HOUR;
  await readiness.assert(ask);
  expect(ask).toHaveBeenCalledTimes(2);
});

it("an outage is logged again within ten seconds of the clock being set back", () => {
  const errors = vi.spyOn(console, "error").mockReturnValue(undefined);
  const day = vi.spyOn(Date, "now");
  const logAt = (at: number) => {
    day.mockReturnValue(at);
    outage("rate_counter", "it fails in this test", { message: "away" });
  };
  for (const at of [now + HOUR, now + HOUR + 1, now, now + 1, now + 10_000]) logAt(at);
  expect(errors).toHaveBeenCalledTimes(3);
});
