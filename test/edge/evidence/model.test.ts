import { expect, it } from "vitest";
import * as faceMatch from "../../../edge/verification/face-match.ts";
import * as machine from "../../../edge/verification/machine.ts";
import { findFailure } from "./sequences.ts";

/** A failure names its seed and its shortest sequence; `SEED=… RUNS=… npx vitest … test/edge/evidence/model` plays others. */
const RUNS = Number(process.env.RUNS ?? 100_000);
const SEED = Number(process.env.SEED ?? 11);
/** For a busy machine; alone it takes a tenth of it. */
const PATIENCE_MS = 60_000 + 3 * RUNS;

it(
  `${RUNS} sequences of seed ${SEED} end as their history says`,
  () => {
    const started = process.cpuUsage();
    const failure = findFailure({ ...machine, ...faceMatch }, SEED, RUNS);
    const { user } = process.cpuUsage(started);
    console.log(`RUNS=${RUNS} SEED=${SEED}: ${(user / 1e6).toFixed(1)} s of CPU`);
    expect(failure === null ? null : JSON.stringify({ SEED, ...failure }, null, 1)).toBeNull();
  },
  PATIENCE_MS,
);
