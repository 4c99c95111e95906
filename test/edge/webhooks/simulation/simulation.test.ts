import { expect, test } from "vitest";
import { simulate } from "./simulate.ts";

const SEEDS = 20_000;

/** `SEED=17 npm test -- simulation` runs one world alone. */
const asked = process.env.SEED;

test(`in ${asked ?? SEEDS.toLocaleString("en")} worlds no rule of delivery is broken`, () => {
  const seeds = asked === undefined ? Array.from({ length: SEEDS }, (_, i) => i) : [Number(asked)];
  let [sends, duplicates, dead] = [0, 0, 0];
  for (const seed of seeds) {
    try {
      const { ledger, store } = simulate(seed);
      sends += ledger.sends;
      duplicates += ledger.duplicates;
      dead += store.deliveries.filter(({ state }) => state === "dead").length;
    } catch (error) {
      throw new Error(`SEED=${seed}: ${(error as Error).message}`, { cause: error });
    }
  }
  // Worlds without faults would prove nothing.
  if (asked === undefined) expect(Math.min(sends / 100, duplicates, dead)).toBeGreaterThan(500);
});
