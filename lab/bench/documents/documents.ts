import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { childEnvironment } from "../../../inference/processes/child.ts";
import { median } from "../../../inference/statistics.ts";
import { MODELS_DIR, startInference } from "../../../test/harness/inference/process.ts";
import { clientsOver, TRANSPORTS } from "../../../test/harness/inference/serving.ts";
import type { BenchOptions, Figure } from "../figure.ts";
import { photograph } from "./photographs.ts";

type Documents = ReturnType<typeof clientsOver>["document"];

const ROUNDS = 2;
/** Rotations of the photographed documents, in degrees; one photo each. */
const TURNS = [-8, 0, 3, 8, 12] as const;
/**
 * Long sides of the photos, in pixels, and the most milliseconds that both answers may take at the median.
 */
const SIZES = {
  "3 MP": { longSide: 2000, most: 1500 },
  "9 MP": { longSide: 3464, most: 2000 },
  "12 MP": { longSide: 4000, most: 2000 },
} as const;

/** Ways to get a document's two answers, in milliseconds. */
interface Times {
  /** One call for both. */
  readonly both: number;
  /** A call for each, one after the other. */
  readonly apart: number;
  /** Decoding and the models' runs of one reading, alone on one core. */
  readonly bare: number;
}

/**
 * Reading and forgery signals of one document, through the service with two workers. Each time is also given
 * as a ratio to a lower bound on one core (decoding and the models of one reading), so that machines can be
 * compared: at 1 everything else takes no time or runs beside the models.
 */
export async function benchDocuments({ models = MODELS_DIR }: BenchOptions): Promise<Figure[]> {
  const service = await startInference({ WORKERS: "2", MODELS_DIR: models });
  const script = join(import.meta.dirname, "bare-models.ts");
  const bare = fork(script, [models], { serialization: "advanced", env: childEnvironment() });
  try {
    await once(bare, "message");
    const { document } = clientsOver(TRANSPORTS["native gRPC"](service));
    const figures: Figure[] = [];
    for (const [name, { longSide, most }] of Object.entries(SIZES)) {
      const photos = await Promise.all(TURNS.map((rotation, seed) => photograph(seed, rotation, longSide)));
      const times: Times[] = [];
      for (let round = 0; round <= ROUNDS; round++) {
        for (const photo of photos) times.push(await timesOf(document, bare, photo));
      }
      // The first round warms up the workers.
      figures.push(...describe(name, most, times.slice(photos.length)));
    }
    return figures;
  } finally {
    bare.kill();
    await service.stop();
  }
}

async function timesOf(document: Documents, bare: ChildProcess, content: Buffer): Promise<Times> {
  const image = { content };
  const inTurn = async () => {
    await document.readDocument({ image });
    await document.assessForensics({ image });
  };
  const both = await timed(() => document.examineDocument({ images: [image] }));
  const apart = await timed(() => inTurn());
  bare.send(content);
  const [yardstick] = (await once(bare, "message")) as [number];
  return { both, apart, bare: yardstick };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

function describe(name: string, most: number, times: readonly Times[]): Figure[] {
  const ms = (what: keyof Times) => median(times.map((each) => each[what]));
  const ratio = median(times.map(({ both, bare }) => both / bare));
  return [
    { name: `${name}: both answers in one call`, value: ms("both"), unit: "ms", aim: `<= ${most}` },
    { name: `${name}: decoded and bare models, one core`, value: ms("bare"), unit: "ms" },
    { name: `${name}: both answers beside that`, value: ratio, unit: "×" },
    { name: `${name}: in two calls`, value: ms("apart"), unit: "ms" },
  ];
}
