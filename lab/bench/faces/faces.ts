import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dot } from "../../../inference/calibration/comparisons.ts";
import { encodeJpeg } from "../../../inference/imaging/resize.ts";
import { MODELS_DIR } from "../../../test/harness/inference/process.ts";
import { bestThreshold } from "../../evaluate/faces/accuracy.ts";
import { type LabelledPair, readPairs } from "../../evaluate/faces/pairs.ts";
import { portrait } from "../../material/faces/portrait.ts";
import { SAME_PERSON, SAMPLE_FACES } from "../../material/faces/sample-faces.ts";
import { SAMPLE_PHOTOS } from "../../material/faces/sample-photos.ts";
import type { BenchOptions, Figure } from "../figure.ts";
import { installPeers } from "../install-peers.ts";
import type { Task, Vectors } from "./contestant.ts";

const ROUNDS = 5;
const ROUND_MILLISECONDS = 6_000;

/** The comparison score of two vectors; higher for the same person. */
type Compare = (a: readonly number[], b: readonly number[]) => number;

const distance: Compare = (a, b) => -Math.hypot(...a.map((value, n) => value - b[n]!));

/**
 * Photos a second of both: decoded, the largest face found and embedded, each in one process with one thread,
 * in rounds by turns. Then the accuracy of both on the same labelled pairs: those of `--data`, else portraits
 * out of the sample photos.
 */
export async function benchFaces({ data, models = MODELS_DIR }: BenchOptions): Promise<Figure[]> {
  const peers = installPeers();
  const folder = mkdtempSync(join(tmpdir(), "bench-faces-"));
  const ours = await start("ours.ts", models);
  const theirs = await start("face-api.ts", peers);
  try {
    const pairs = data === undefined ? await samplePairs(folder) : await readPairs(data);
    const speeds = await raceBoth(
      ours,
      theirs,
      data === undefined ? SAMPLE_PHOTOS : photosOf(pairs).slice(0, 60),
    );
    const accuracy = await accuracyOf(ours, pairs, dot);
    const peerAccuracy = await accuracyOf(theirs, pairs, distance);
    return [
      { name: "photos a second, face-api on WASM", value: speeds.theirs, unit: "/s" },
      { name: "photos a second, ours", value: speeds.ours, unit: "/s" },
      { name: "ours beside face-api", value: speeds.ours / speeds.theirs, unit: "×", aim: ">= 3" },
      { name: `accuracy on ${pairs.length} pairs, face-api`, value: peerAccuracy, unit: "%" },
      {
        name: `accuracy on ${pairs.length} pairs, ours`,
        value: accuracy,
        unit: "%",
        aim: `>= ${peerAccuracy}`,
      },
    ];
  } finally {
    for (const process of [ours, theirs]) process.kill();
    rmSync(folder, { recursive: true });
  }
}

async function start(module: string, argument: string): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, module), [argument], { serialization: "advanced" });
  await once(child, "message");
  return child;
}

async function ask<Answer>(child: ChildProcess, task: Task): Promise<Answer> {
  child.send(task);
  const [answer] = await once(child, "message");
  return answer as Answer;
}

async function raceBoth(ours: ChildProcess, theirs: ChildProcess, files: readonly string[]) {
  const task = { files, milliseconds: ROUND_MILLISECONDS };
  const counts = { ours: 0, theirs: 0 };
  for (const child of [ours, theirs]) await ask(child, { ...task, milliseconds: 2_000 });
  for (let round = 0; round < ROUNDS; round++) {
    counts.ours += await ask<number>(ours, task);
    counts.theirs += await ask<number>(theirs, task);
  }
  const seconds = (ROUNDS * ROUND_MILLISECONDS) / 1_000;
  return { ours: counts.ours / seconds, theirs: counts.theirs / seconds };
}

/** In per cent, at the best threshold of each. A pair is wrong when one of its photos gave no face. */
async function accuracyOf(
  child: ChildProcess,
  pairs: readonly LabelledPair[],
  compare: Compare,
): Promise<number> {
  const files = photosOf(pairs);
  const vectors = new Map((await ask<Vectors>(child, { files })).map((vector, n) => [files[n], vector]));
  const scored = pairs.map(({ x, y, mated, fold }) => {
    const [a, b] = [vectors.get(x), vectors.get(y)];
    const missed = mated ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    return { score: a && b ? compare(a, b) : missed, mated, fold };
  });
  return Number((100 * bestThreshold(scored).accuracy).toFixed(2));
}

const photosOf = (pairs: readonly LabelledPair[]) => [...new Set(pairs.flatMap(({ x, y }) => [x, y]))];

/** All pairs among six women, one of them in two photos. */
async function samplePairs(folder: string): Promise<LabelledPair[]> {
  const faces = [...SAMPLE_FACES, ...SAME_PERSON];
  const files = await Promise.all(
    faces.map(async (face, n) => {
      const file = join(folder, `${n}.jpg`);
      writeFileSync(file, await encodeJpeg(await portrait(face), 95));
      return file;
    }),
  );
  return files.flatMap((x, n) =>
    files.slice(n + 1).map((y, m) => ({ x, y, fold: "", mated: n + m + 2 === faces.length && m === 0 })),
  );
}
