import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Code, ConnectError } from "@connectrpc/connect";
import sharp from "sharp";
import { quantile } from "../../../inference/statistics.ts";
import { sampleHealth } from "../../../test/harness/inference/health.ts";
import { type InferenceProcess, startInference } from "../../../test/harness/inference/process.ts";
import { clientsOver, TRANSPORTS } from "../../../test/harness/inference/serving.ts";
import { samplePhoto } from "../../../test/material/faces/sample-photos.ts";

const HELP = `Usage: npm run stress [-- --runs 3000 --kills 6 --engines 2]

Analyses one photo thousands of times on real engines, some of which are killed on the way. Every answer must be the first
one's, bit for bit, and every engine must come back; else it ends with 1. Tells the engines' memory as it goes.
`;
const { values: flags } = parseArgs({
  options: {
    runs: { type: "string", default: "3000" },
    kills: { type: "string", default: "6" },
    engines: { type: "string", default: "2" },
    help: { type: "boolean", default: false },
  },
});
const RUNS = Number(flags.runs);
const KILLS = Number(flags.kills);
const ENGINES = Number(flags.engines);
/** One in this many runs sends bytes that are not an image: they must be refused and harm no other run. */
const REFUSED_EVERY = 10;
/** Runs between two readings of the engines' memory. */
const LOOK_EVERY = 100;

type FaceClient = ReturnType<typeof clientsOver>["face"];

/**
 * Thousands of runs on real engines, some of which are killed meanwhile: each run must get its correct
 * answer.
 */
async function main(): Promise<void> {
  if (flags.help) return void process.stdout.write(HELP);
  const service = await startInference({ ENGINES: String(ENGINES) });
  const { face } = clientsOver(TRANSPORTS["native gRPC"](service));
  const image = await sharp(samplePhoto("sample1.jpg")).resize({ width: 320 }).jpeg().toBuffer();
  const expected = await templateOf(face, image);
  console.log(`stress: ${RUNS} runs on ${ENGINES} engines, ${KILLS} SIGKILLs`);
  const saturated = new AbortController();
  const health = sampleHealth(service.addresses.grpc, 20, saturated.signal);
  const memory = new Map<number, number[]>();
  const killed: number[] = [];
  const wrong: string[] = [];
  const since = performance.now();
  await inParallel(RUNS, 2 * ENGINES + 2, async (index) => {
    const fault = await (index % REFUSED_EVERY === 0 ? refuse(face) : compare(face, image, expected));
    if (fault !== null) wrong.push(`run ${index}: ${fault}`);
    if (index % Math.ceil(RUNS / (KILLS + 1)) === 0 && index > 0) killed.push(killOne(service));
    if (index % LOOK_EVERY === 0) recordMemory(service, memory);
  });
  const seconds = (performance.now() - since) / 1_000;
  saturated.abort();
  const latencies = await health;
  recordMemory(service, memory);
  const lost = service.events.filter(({ event }) => event === "engine_lost").length;
  const replaced = service.events.filter(({ event }) => event === "engine_ready").length - ENGINES;
  const exit = await service.stop();
  console.log(`answered    ${RUNS} in ${seconds.toFixed(1)} s (${(RUNS / seconds).toFixed(1)} a second)`);
  console.log(`wrong       ${wrong.length}${wrong.map((fault) => `\n            ${fault}`).join("")}`);
  console.log(`engines     killed ${killed.length}, seen to die ${lost}, replaced ${replaced}`);
  console.log(
    `health      p50 ${ms(latencies, 0.5)}, p99 ${ms(latencies, 0.99)}, ${latencies.length} checks`,
  );
  for (const [pid, sizes] of memory) {
    if (sizes.length < 2) continue;
    const every = sizes.map((size) => size.toFixed(0)).join(" ");
    console.log(`memory      engine ${pid}, MB every ${LOOK_EVERY} runs of all engines: ${every}`);
  }
  console.log(`exit code   ${exit}`);
  const whole = wrong.length === 0 && lost === killed.length && replaced === lost && exit === 0;
  if (!whole) process.exitCode = 1;
}

async function inParallel(
  total: number,
  lanes: number,
  task: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < total; index = next++) await task(index);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

async function templateOf(face: FaceClient, content: Uint8Array): Promise<string> {
  const { analysis } = await face.analyzeFace({ image: { content } });
  const vector = analysis?.principal?.template?.vector;
  if (vector === undefined) throw new Error("no face was found in the sample photo");
  return vector.join();
}

/** Null when the answer equals, bit for bit, the answer of an idle engine; otherwise the difference. */
async function compare(face: FaceClient, content: Uint8Array, expected: string): Promise<string | null> {
  try {
    return (await templateOf(face, content)) === expected ? null : "another template";
  } catch (error) {
    return String(error);
  }
}

/** Null when bytes that are not an image are refused for that reason; otherwise the fault. */
async function refuse(face: FaceClient): Promise<string | null> {
  const content = new TextEncoder().encode("not an image");
  return face.analyzeFace({ image: { content } }).then(
    () => "an answer to what is no image",
    (error) => (ConnectError.from(error).code === Code.InvalidArgument ? null : String(error)),
  );
}

function killOne(service: InferenceProcess): number {
  const pids = service.engines();
  const pid = pids[Math.floor(Math.random() * pids.length)];
  if (pid === undefined) throw new Error("no engine is up to be killed");
  process.kill(pid, "SIGKILL");
  return pid;
}

function recordMemory(service: InferenceProcess, memory: Map<number, number[]>): void {
  for (const pid of service.engines()) {
    const megabytes = residentMegabytes(pid);
    if (megabytes !== null) memory.set(pid, [...(memory.get(pid) ?? []), megabytes]);
  }
}

/** Resident set of a process as Linux tells it; null once it is gone. */
function residentMegabytes(pid: number): number | null {
  try {
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1_024;
  } catch {
    return null;
  }
}

const ms = (samples: readonly number[], share: number) => `${quantile(samples, share).toFixed(1)} ms`;

await main();
