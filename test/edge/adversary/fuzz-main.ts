import { fuzz } from "./fuzz.ts";

/** `npm run fuzz`: RUNS requests (50,000), from SEED where one is given. */
const { RUNS = "50000", SEED } = process.env;
const seed = SEED === undefined ? Math.trunc(Math.random() * 2 ** 31) : Number(SEED);
const started = performance.now();
console.log(`RUNS=${RUNS} SEED=${seed}`);
const seen = await fuzz(Number(RUNS), seed);
const seconds = (performance.now() - started) / 1_000;
const answered = [...seen.values()].reduce((sum, count) => sum + count, 0);
console.log(`${answered} requests answered in ${seconds.toFixed(1)} s, none by a defect`);
for (const [status, count] of [...seen].sort(([a], [b]) => a - b)) console.log(`${status}  ${count}`);
