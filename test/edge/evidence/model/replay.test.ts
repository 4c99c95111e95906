import { expect, it } from "vitest";
import { replayFailure } from "./recorded.ts";

const RUNS = Number(process.env.RUNS ?? 100_000);
const SEED = Number(process.env.SEED ?? 13);

it(
  `the dossiers of ${RUNS} sequences of seed ${SEED} give their decisions, and no others`,
  () => {
    expect(replayFailure(SEED, RUNS)).toEqual([]);
  },
  60_000 + 6 * RUNS,
);
