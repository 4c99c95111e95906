import { expect, it } from "vitest";
import { PRODUCT } from "./rules.ts";
import { findFailure } from "./sequences.ts";

/**
 * A failure names its seed and its shortest sequence: `SEED=… RUNS=… npx vitest … evidence/model` plays
 * others.
 */
const RUNS = Number(process.env.RUNS ?? 100_000);
const SEED = Number(process.env.SEED ?? 12);
/** The limit allows for a busy machine; alone the run takes a tenth of it. */
const PATIENCE_MS = 60_000 + 3 * RUNS;

it(
  `${RUNS} sequences of seed ${SEED} go and end as their history says`,
  () => {
    const ends = new Map<string, number>();
    const began = process.cpuUsage();
    const failure = findFailure(PRODUCT, SEED, RUNS, ends);
    const { user } = process.cpuUsage(began);
    const table = [...ends].map(([end, count]) => `${end} ${count}`).join(", ");
    console.log(`RUNS=${RUNS} SEED=${SEED}: ${table}; ${(user / 1e6).toFixed(1)} s of CPU`);
    expect(failure === null ? null : JSON.stringify({ SEED, ...failure }, null, 1)).toBeNull();
    // Without all of these outcomes the model would prove nothing.
    const common = ["approved", "review", "reviewed", "declined", "canceled", "expired", "open"];
    for (const end of [...common, "contested", "upheld"]) {
      expect(ends.get(end) ?? 0, end).toBeGreaterThan(RUNS / 100);
    }
    expect(ends.get("overturned") ?? 0, "overturned").toBeGreaterThan(RUNS / 500);
  },
  PATIENCE_MS,
);
