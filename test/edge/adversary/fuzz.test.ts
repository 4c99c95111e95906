import { expect, it } from "vitest";
import { fuzz } from "./fuzz.ts";

/**
 * The same sample in every test run. `npm run lab -- fuzz` sends 50,000 calls by a random seed and prints it;
 * `SEED=… RUNS=…` before that command replays them.
 */
const RUNS = Number(process.env.RUNS ?? 3_000);
const SEED = Number(process.env.SEED ?? 1);
const TIMEOUT_MS = 60_000 + 20 * RUNS;

it(
  "every request returns a documented response or error with a request id, and never an internal error",
  async () => {
    const seen = await fuzz(RUNS, SEED);
    const table = [...seen].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    console.log(`RUNS=${RUNS} SEED=${SEED}: ${table.join(", ")}`);
    // The fuzz proves something only while valid calls succeed too.
    expect(seen.get(200) ?? 0).toBeGreaterThan(RUNS / 200);
    // Some twelve of over sixty operations create something.
    expect(seen.get(201) ?? 0).toBeGreaterThan(RUNS / 500);
    expect(seen.get(400) ?? 0).toBeGreaterThan(RUNS / 10);
    for (const status of [401, 403, 404, 415]) {
      expect(seen.get(status) ?? 0, String(status)).toBeGreaterThan(0);
    }
  },
  TIMEOUT_MS,
);
