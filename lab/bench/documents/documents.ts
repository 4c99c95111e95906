import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { childEnvironment } from "../../../inference/processes/child.ts";
import { median } from "../../../inference/statistics.ts";
import { MODELS_DIR } from "../../../test/harness/inference/process.ts";
import { captureDocument } from "../../material/capture/capture.ts";
import { inventHolder, renderSpecimen } from "../../material/documents/specimen.ts";
import { SAMPLE_FACES } from "../../material/faces/sample-faces.ts";
import type { BenchOptions, Figure } from "../figure.ts";
import { benchBothAnswers } from "./both-answers.ts";
import type { Reading } from "./reader.ts";

const ROUNDS = 5;
/** Long sides of the captures, in pixels: a photo of 2 megapixels and one of 12. */
const PHOTOS = { "2 MP": 1600, "12 MP": 4000 } as const;

/** Each photo is measured in a process of its own, so that no figure contains the memory of another photo. */
const WORK = ["reading", "forensics"] as const;
type Work = (typeof WORK)[number];

/**
 * Reads one page with its portrait in a process of its own on one thread: the time, and the share of each
 * net. A second process also assesses forgery: the time by measure. For a 12-megapixel photo it measures how
 * much memory each process adds after a smaller photo. Then it measures both answers of one document through
 * the service.
 */
export async function benchDocuments({ models = MODELS_DIR }: BenchOptions): Promise<Figure[]> {
  const holder = inventHolder(7);
  const { content } = await renderSpecimen({ format: "TD1", holder, portrait: SAMPLE_FACES[0]! });
  const figures: Figure[] = [];
  for (const work of WORK) figures.push(...(await benchWork(models, work, content)));
  return [...figures, ...(await benchBothAnswers(models))];
}

async function benchWork(models: string, work: Work, document: Buffer): Promise<Figure[]> {
  const script = join(import.meta.dirname, "reader.ts");
  const reader = fork(script, [models, work], { serialization: "advanced", env: childEnvironment() });
  try {
    await once(reader, "message");
    const figures: Figure[] = [];
    for (const [name, longSide] of Object.entries(PHOTOS)) {
      const capture = await captureDocument(document, { seed: 5, rotation: 8, coverage: 0.7, longSide });
      figures.push(...FIGURES[work](name, await readings(reader, capture.content)));
    }
    return figures;
  } finally {
    reader.kill();
  }
}

async function readings(reader: ChildProcess, photo: Uint8Array): Promise<Reading[]> {
  const found: Reading[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    reader.send(photo);
    const [reading] = (await once(reader, "message")) as [Reading];
    if (!reading.valid) throw new Error("The specimen was not read: its times say nothing.");
    found.push(reading);
  }
  return found;
}

const FIGURES: Readonly<Record<Work, (photo: string, rounds: readonly Reading[]) => Figure[]>> = {
  reading: (photo, rounds) => [
    { name: `${photo}: a page read`, value: median(rounds.map(({ total }) => total)), unit: "ms" },
    ...parts(
      `${photo}: of it`,
      rounds.map(({ stages }) => stages),
    ),
    growth(`${photo}: growth of the process at its peak`, photo, rounds),
  ],
  forensics: (photo, rounds) => {
    const all = rounds.map(({ forensics }) => Object.values(forensics).reduce((sum, ms) => sum + ms, 0));
    return [
      { name: `${photo}: a page looked at for forgery`, value: median(all), unit: "ms" },
      ...parts(
        `${photo}: of it`,
        rounds.map(({ forensics }) => forensics),
      ),
      growth(`${photo}: growth, read and looked at`, photo, rounds),
    ];
  },
};

const parts = (name: string, rounds: readonly Readonly<Record<string, number>>[]): Figure[] =>
  Object.keys(rounds[0]!).map((part) => ({
    name: `${name} ${part.replaceAll("_", " ")}`,
    value: median(rounds.map((round) => round[part] ?? 0)),
    unit: "ms",
  }));

const growth = (name: string, photo: string, rounds: readonly Reading[]): Figure => ({
  name,
  value: Math.max(...rounds.map(({ grown }) => grown)),
  unit: "MB",
  ...(photo === "12 MP" && { aim: "<= 400" as const }),
});
