import { expect, it } from "vitest";
import { processLimiter } from "#edge/limits/limiter.ts";
import { rememberingRefusals } from "#edge/limits/refusal-memory.ts";
import type { Rule } from "#edge/limits/sliding-window.ts";

const SECOND = 1_000;
const RULE: Rule = { name: "notLive", limit: 1, windowMs: 180 * SECOND };

it("a repeated refusal returns the time that the window still needs, however short a refusal is remembered", async () => {
  let now = Date.UTC(2026, 10, 26);
  const limiter = rememberingRefusals(
    processLimiter(() => now),
    () => now,
  );
  await limiter.take("verification", [RULE]);
  const waits: number[] = [];
  for (let call = 0; call < 5; call++) {
    now += 30 * SECOND;
    const { allowed, resetMs } = await limiter.take("verification", [RULE]);
    expect(allowed).toBe(false);
    waits.push(resetMs / SECOND);
  }
  expect(waits).toEqual([150, 120, 90, 60, 30]);
  now += 30 * SECOND;
  expect((await limiter.take("verification", [RULE])).allowed).toBe(true);
});
