import { Arena } from "../../../inference/gallery/arena.ts";
import { Gallery } from "../../../inference/gallery/gallery.ts";
import { MAX_PROBES } from "../../../inference/gallery/kernel.ts";
import { median } from "../../../inference/statistics.ts";
import { crowd, crowdOf, secondCaptures } from "../../material/faces/faces-in-a-crowd.ts";
import type { Figure } from "../figure.ts";
import { DIMENSIONS, idOf } from "./probes.ts";
import { loadPureRead } from "./pure-read.ts";
import { openSqliteVec } from "./sqlite-vec.ts";

const FACES = 1_000_000;
const ROUNDS = 21;
const PEER_ROUNDS = 3;

/**
 * Times one probe, and eight probes that share a pass, over a million faces, by turns with a read of the same
 * bytes.
 */
export async function benchScan(): Promise<Figure[]> {
  const arena = new Arena();
  const gallery = new Gallery(arena, DIMENSIONS);
  const before = process.memoryUsage.rss();
  const people = crowd(1, DIMENSIONS, 1_000);
  for (let seq = 1; seq <= FACES; seq++) {
    gallery.put(idOf(seq), seq, people.next().value);
  }
  const grown = process.memoryUsage.rss() - before;
  const probes = secondCaptures(crowdOf(MAX_PROBES, 1, DIMENSIONS), 2);
  const times = raceWithReading(arena, gallery, probes);
  const peer = await besideSqliteVec(probes, gallery);
  const perRead = (name: "one" | "eight") => median(times[name].map((time, i) => time / times.read[i]!));
  const all = `${FACES.toLocaleString("en")} × ${DIMENSIONS}`;
  return [
    { name: `pure read of ${all} int8, p50`, value: median(times.read), unit: "ms" },
    { name: `1 probe over ${all}, p50`, value: median(times.one), unit: "ms" },
    { name: "1 probe beside the pure read", value: perRead("one"), unit: "×", aim: "<= 1.6" },
    { name: "8 probes in one pass, p50", value: median(times.eight), unit: "ms" },
    { name: "8 probes beside the pure read", value: perRead("eight"), unit: "×" },
    { name: "memory of a face, counted", value: gallery.bytes / FACES, unit: "B" },
    { name: "memory of a face, as the process grew", value: grown / FACES, unit: "B" },
    ...peer,
    { name: "beside sqlite-vec, 1 probe", value: peer[0]!.value / median(times.one), unit: "×" },
  ];
}

function raceWithReading(arena: Arena, gallery: Gallery, probes: readonly Float32Array[]) {
  const memory = arena.memory.buffer.byteLength;
  const read = loadPureRead(arena.memory);
  const bytes = gallery.size * DIMENSIONS;
  const times = { read: [] as number[], one: [] as number[], eight: [] as number[] };
  const asked = probes.map((vector) => ({ vector, limit: 1 }));
  for (let round = 0; round < ROUNDS; round++) {
    // The segments lie at the end of the memory, before the free part: this is the range to read.
    times.read.push(timed(() => read(memory - bytes, memory, 0)));
    times.one.push(timed(() => gallery.search(asked.slice(0, 1))));
    times.eight.push(timed(() => gallery.search(asked)));
  }
  return times;
}

/** The same faces and probes in sqlite-vec, which also compares every vector. */
async function besideSqliteVec(probes: readonly Float32Array[], gallery: Gallery): Promise<Figure[]> {
  const peer = openSqliteVec(DIMENSIONS);
  const people = crowd(1, DIMENSIONS, 1_000);
  for (let seq = 1; seq <= FACES; seq++) peer.put(seq, people.next().value);
  peer.ready();
  const agree = probes.filter((vector) => {
    const [[best] = []] = gallery.search([{ vector, limit: 1 }]);
    return best?.registrationId === idOf(peer.nearest(vector));
  });
  const times = Array.from({ length: PEER_ROUNDS }, () => timed(() => peer.nearest(probes[0]!)));
  peer.close();
  return [
    { name: "1 probe by sqlite-vec, float32, p50", value: median(times), unit: "ms" },
    { name: "sqlite-vec finds the same, of 8 probes", value: agree.length, unit: "" },
  ];
}

function timed(work: () => unknown): number {
  const since = performance.now();
  work();
  return performance.now() - since;
}
