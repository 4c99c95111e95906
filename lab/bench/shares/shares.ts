import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { childEnvironment } from "../../../inference/processes/child.ts";
import { median } from "../../../inference/statistics.ts";
import { MODELS_DIR, startInference } from "../../../test/harness/inference/process.ts";
import { clientsOver, TRANSPORTS } from "../../../test/harness/inference/serving.ts";
import type { BenchOptions, Figure } from "../figure.ts";
import type { Shares, SharesOf } from "./worker-shares.ts";

const ROUNDS = 3;
/** Calls over which the time of the service's own process is taken, after half as many that warm it up. */
const AROUND = { analyzeFace: 60, examineDocument: 6 } as const;
/** Cores of the host that the arithmetic speaks of; one of them is the service's own process. */
const CORES = 16;

/** Photos of each kind of call. */
export type SharedWork = Readonly<Record<string, readonly SharesOf[]>>;

const PARTS = ["decode", "models", "copies", "rest"] as const;

/**
 * Shares of the CPU time of a face and of a document: decoding, JavaScript with its work on pixels, the
 * models, and the rest; and the cost of the service's own process. Then the calculation for a host whose
 * models cost no CPU time.
 */
export async function benchShares({ models = MODELS_DIR }: BenchOptions): Promise<Figure[]> {
  // Photos come from packages, and documents are drawn by some, that a host for inference does not have.
  const { PHOTOS } = await import("../photos.ts");
  const { photograph } = await import("../documents/photographs.ts");
  const page = async (longSide: number) =>
    ({ method: "examineDocument", content: await photograph(1, 3, longSide) }) as const;
  const work: SharedWork = {
    face: PHOTOS.map((content) => ({ method: "analyzeFace", content })),
    "document of 3 MP": [await page(2000)],
    "document of 12 MP": [await page(4000)],
  };
  return shareFigures(models, work);
}

export async function shareFigures(models: string, work: SharedWork): Promise<Figure[]> {
  const script = join(import.meta.dirname, "worker-shares.ts");
  const worker = fork(script, [models], {
    serialization: "advanced",
    env: childEnvironment(),
  });
  try {
    await once(worker, "message");
    const figures: Figure[] = [];
    for (const [name, calls] of Object.entries(work)) {
      const around = await aroundWorker(models, calls);
      figures.push(...describe(name, await sharesOf(worker, calls), around));
    }
    return figures;
  } finally {
    worker.kill();
  }
}

/** The median of each share over all rounds and photos; the first round warms up. */
async function sharesOf(worker: ChildProcess, calls: readonly SharesOf[]): Promise<Shares> {
  const found: Shares[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const call of calls) {
      worker.send(call);
      const [shares] = (await once(worker, "message")) as [Shares];
      if (round > 0) found.push(shares);
    }
  }
  const middle = (part: keyof Shares) => median(found.map((shares) => shares[part]));
  return {
    total: middle("total"),
    decode: middle("decode"),
    models: middle("models"),
    copies: middle("copies"),
    runs: middle("runs"),
  };
}

/** Processor milliseconds of the service's own process for each call: messages in, messages out. */
async function aroundWorker(models: string, calls: readonly SharesOf[]): Promise<number> {
  // CPU time is the same on a busy machine, where a call may take long.
  const patience = { REQUEST_TIMEOUT: "300", RUN_LIMIT: "300" };
  const service = await startInference({ WORKERS: "1", MODELS_DIR: models, ...patience });
  try {
    const { face, document } = clientsOver(TRANSPORTS["native gRPC"](service));
    const call = ({ method, content }: SharesOf) =>
      method === "analyzeFace"
        ? face.analyzeFace({ image: { content } })
        : document.examineDocument({ images: [{ content }] });
    const rounds = async (count: number) => {
      for (let n = 0; n < count; n++) await call(calls[n % calls.length]!);
    };
    const count = AROUND[calls[0]!.method];
    await rounds(count / 2);
    const from = processorOf(service.child.pid!);
    await rounds(count);
    return (processorOf(service.child.pid!) - from) / count;
  } finally {
    await service.stop();
  }
}

/** Processor milliseconds of a process and all its threads, as Linux counts them, in nanoseconds. */
export function processorOf(pid: number): number {
  const spent = (task: string) =>
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]);
  return readdirSync(`/proc/${pid}/task`).reduce((sum, task) => sum + spent(task), 0) / 1e6;
}

function describe(name: string, shares: Shares, around: number): Figure[] {
  const { total, models, runs } = shares;
  const rest = total - shares.decode - models - shares.copies;
  const ms = { ...shares, rest };
  const titles = {
    decode: "decoding",
    models: "models",
    copies: "copies to and from models",
    rest: "JavaScript and pixels",
  };
  const withoutModels = total - models;
  return [
    { name: `${name}: one core`, value: total, unit: "ms" },
    ...PARTS.flatMap((part): Figure[] => [
      { name: `${name}: of it ${titles[part]}`, value: ms[part], unit: "ms" },
      { name: `${name}: share of ${titles[part]}`, value: (100 * ms[part]) / total, unit: "%" },
    ]),
    { name: `${name}: runs of models`, value: runs, unit: "" },
    { name: `${name}: the service's own process`, value: around, unit: "ms" },
    {
      name: `${name}: arithmetic, ${CORES - 1} workers, models free`,
      value: ((CORES - 1) * 1_000) / withoutModels,
      unit: "/s",
    },
    { name: `${name}: arithmetic, most of one process`, value: 1_000 / around, unit: "/s" },
  ];
}
