import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type InferenceProcess, startInference } from "../../../test/harness/inference/process.ts";
import { clientsOver, TRANSPORTS } from "../../../test/harness/inference/serving.ts";
import { crowd, crowdOf } from "../../material/faces/faces-in-a-crowd.ts";
import { residentMegabytes } from "../edge/rig.ts";
import type { Figure } from "../figure.ts";
import { compare, DIMENSIONS, idOf, type Probe, probesOf } from "./probes.ts";

const FACES = 1_000_000;
const SEED = 11;
const PAGE = 1_000;
const PROBES = 100;
const MEGABYTE = 1024 * 1024;
const gallery = "bench/live/1";

/**
 * A million faces in the real service, which is ended by SIGTERM and started again on the same folder: from
 * its start to the first search that finds, and whether each search finds what a comparison with every face
 * does.
 */
export async function benchRestart(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "selfsame-bench-restart-"));
  const environment = {
    ...{ ENGINES: "1", GALLERY_DIR: folder, GALLERY_KEY: randomBytes(32).toString("base64") },
  };
  try {
    const first = await startInference(environment);
    const probes = await fill(first);
    const resident = await residentMegabytes(first.child.pid!);
    const stopping = performance.now();
    await first.stop();
    const stopped = performance.now();
    const again = await startInference(environment);
    const ready = performance.now();
    await untilWhole(again);
    const searchable = performance.now();
    const recall = await recallOf(again, probes);
    const restored = again.events.find(({ event }) => event === "snapshot_restored");
    const residentAgain = await residentMegabytes(again.child.pid!);
    await again.stop();
    const all = `${FACES.toLocaleString("en")} × ${DIMENSIONS}`;
    return [
      {
        name: `${all}: restart to first search`,
        value: (searchable - stopped) / 1_000,
        unit: "s",
        aim: "<= 10",
      },
      { name: "of that until the service is ready", value: (ready - stopped) / 1_000, unit: "s" },
      { name: "reading the snapshot back", value: Number(restored?.seconds), unit: "s" },
      { name: "SIGTERM to the end, changes written", value: (stopped - stopping) / 1_000, unit: "s" },
      { name: "on the disk", value: (await bytesIn(folder)) / MEGABYTE, unit: "MB" },
      { name: "resident before", value: resident, unit: "MB" },
      { name: "resident after", value: residentAgain, unit: "MB" },
      { name: `recall@1 of ${PROBES} beside brute force`, value: recall, unit: "", aim: ">= 1" },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const clientOf = (service: InferenceProcess) => clientsOver(TRANSPORTS["native gRPC"](service)).gallery;
const bytesOf = (vector: Float32Array) => new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
const positionOf = (seq: number) => ({ seq: BigInt(seq), registrationId: idOf(seq) });

/** Sends all faces as the edge does. The probes, each with its best. */
async function fill(service: InferenceProcess): Promise<Probe[]> {
  const probes = probesOf(PROBES, SEED);
  const people = crowd(SEED, DIMENSIONS);
  for (let from = 0; from < FACES; from += PAGE) {
    const changes = Array.from({ length: PAGE }, (_, i) => {
      const vector = people.next().value;
      compare(probes, vector, idOf(from + i + 1));
      return { ...positionOf(from + i + 1), template: bytesOf(vector) };
    });
    const base = from === 0 ? {} : { base: positionOf(from) };
    await clientOf(service).searchGallery({ gallery, ...base, changes, limit: 1 });
  }
  return probes;
}

async function untilWhole(service: InferenceProcess): Promise<void> {
  const probe = bytesOf(crowdOf(1, SEED, DIMENSIONS)[0]!);
  for (;;) {
    const { faces, candidates } = await clientOf(service).searchGallery({ gallery, probe, limit: 1 });
    if (faces === BigInt(FACES) && candidates[0]?.registrationId === idOf(1)) return;
    await sleep(50);
  }
}

async function recallOf(service: InferenceProcess, probes: readonly Probe[]): Promise<number> {
  let right = 0;
  for (const { vector, best } of probes) {
    const answer = await clientOf(service).searchGallery({ gallery, probe: bytesOf(vector), limit: 1 });
    const [found] = answer.candidates;
    if (found?.registrationId === best.registrationId && found.comparisonScore === best.score) right++;
  }
  return right / probes.length;
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}
