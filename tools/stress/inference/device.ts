import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { quantile } from "../../../inference/statistics.ts";
import { compareInBatch, openPlaced, SAME } from "../../../test/harness/inference/batches.ts";
import {
  type InferenceProcess,
  MODELS_DIR,
  startInference,
} from "../../../test/harness/inference/process.ts";
import { clientsOver, TRANSPORTS } from "../../../test/harness/inference/serving.ts";
import { samplePhoto } from "../../../test/material/faces/sample-photos.ts";
import { seededRandom } from "../../../test/material/random.ts";

const HELP = `Usage: npm run devices [-- --batches 1000 --kills 50 --seed 1 --models DIR]

Runs random batches of every net that a pack places on devices: each item must be answered as it is alone, and say the
same. Then kills the device process of a service under load, again and again: no call may be answered wrongly or not at
all, and the device must be back within two seconds. Ends with 1 where a bar is missed. Batches are shared out among the
nets; --models is a folder of another pack; 0 leaves one of the two out.
`;
const { values: flags } = parseArgs({
  options: {
    batches: { type: "string", default: "1000" },
    kills: { type: "string", default: "50" },
    seed: { type: "string", default: "1" },
    models: { type: "string", default: MODELS_DIR },
    help: { type: "boolean", default: false },
  },
});

/** Milliseconds in which a device must be back. */
const BACK_WITHIN = 2_000;
/** Milliseconds that a device serves before it is killed: one that dies younger is kept waiting. */
const SERVES = 2_000;
const LANES = 4;
/** Steps between two lines of progress. */
const TELL_EVERY = 10;

interface Result {
  readonly lines: readonly string[];
  readonly passed: boolean;
}

async function main(): Promise<void> {
  if (flags.help) return void process.stdout.write(HELP);
  const [batches, kills] = [Number(flags.batches), Number(flags.kills)];
  if (batches > 0) tell(await runBatches(batches));
  if (kills > 0) tell(await runKills(kills));
}

function tell({ lines, passed }: Result): void {
  for (const line of lines) console.log(line);
  if (!passed) process.exitCode = 1;
}

async function runBatches(batches: number): Promise<Result> {
  const nets = await openPlaced(flags.models);
  const random = seededRandom(Number(flags.seed));
  console.log(`devices: ${batches} random batches of ${nets.length} nets, seed ${flags.seed}`);
  const worst = new Map<string, number>();
  let different = 0;
  for (let batch = 0; batch < batches; batch++) {
    const net = nets[batch % nets.length]!;
    const { difference, sameDecision } = await compareInBatch(net, random);
    worst.set(net.info.task, Math.max(worst.get(net.info.task) ?? 0, difference));
    if (!sameDecision) different++;
    if ((batch + 1) % (TELL_EVERY * nets.length) === 0) console.log(`  ${batch + 1} batches`);
  }
  await Promise.all(nets.map((net) => net.release()));
  const lines = [...worst].map(([task, most]) => `difference  ${task}: ${most.toExponential(1)}`);
  return {
    lines: [...lines, `decisions   ${different} other ones`],
    passed: different === 0 && [...worst.values()].every((most) => most <= SAME),
  };
}

async function runKills(kills: number): Promise<Result> {
  const service = await startInference({
    ENGINES: "2",
    DEVICE: "cpu",
    MODELS_DIR: flags.models,
    REQUEST_TIMEOUT: "60",
  });
  const ask = caller(service);
  const expected = await ask();
  console.log(`devices: ${kills} × SIGKILL of the device, ${LANES} callers`);
  const answers: string[] = [];
  const stop = new AbortController();
  const lanes = Array.from({ length: LANES }, async () => {
    while (!stop.signal.aborted) answers.push(await ask());
  });
  const back: number[] = [];
  for (let kill = 1; kill <= kills; kill++) {
    await sleep(SERVES);
    back.push(await killOnce(service));
    if (kill % TELL_EVERY === 0) console.log(`  ${kill} kills, ${answers.length} answers`);
  }
  stop.abort();
  await Promise.all(lanes);
  const exit = await service.stop();
  const unanswered = answers.filter((answer) => answer.startsWith("failed"));
  const wrong = answers.length - unanswered.length - answers.filter((answer) => answer === expected).length;
  const longest = Math.max(...back);
  return {
    lines: [
      `answered    ${answers.length}: ${wrong} wrong, ${unanswered.length} failed ${[...new Set(unanswered)].join(", ")}`,
      `back        p50 ${quantile(back, 0.5).toFixed(0)} ms, at most ${longest.toFixed(0)} ms`,
      `exit code   ${exit}`,
    ],
    passed: wrong === 0 && unanswered.length === 0 && longest <= BACK_WITHIN && exit === 0,
  };
}

/** Asks for the template of one photo; the answer is its numbers, or how the call failed. */
function caller(service: InferenceProcess): () => Promise<string> {
  const { face } = clientsOver(TRANSPORTS["native gRPC"](service));
  const content = new Uint8Array(readFileSync(samplePhoto("sample1.jpg")));
  return () =>
    face.analyzeFace({ image: { content } }).then(
      ({ analysis }) => analysis?.principal?.template?.vector.join() ?? "no face",
      (error) => `failed: ${error}`,
    );
}

/** Milliseconds until the device is back. */
async function killOnce({ events }: InferenceProcess): Promise<number> {
  const starts = () => events.filter(({ event }) => event === "device_ready");
  const before = starts();
  const since = performance.now();
  process.kill(Number(before.at(-1)!.pid), "SIGKILL");
  while (starts().length === before.length) await sleep(5);
  return performance.now() - since;
}

await main();
