import { Gallery } from "../../../inference/gallery/gallery.ts";
import { median } from "../../../inference/statistics.ts";
import { crowd, crowdOf, secondCaptures } from "../../material/faces/faces-in-a-crowd.ts";
import type { Figure } from "../figure.ts";
import { openSqliteVec } from "./sqlite-vec.ts";

/** Numbers of a template, as face-reidentification-retail-0095 makes it. */
const DIMENSIONS = 256;
const SIZES = [10_000, 100_000, 1_000_000];
const ROUNDS = 21;
const PEER_ROUNDS = 3;
const PROBES = 8;

const idOf = (n: number) => `fr_${String(n).padStart(26, "0")}`;

/** One search over galleries of three sizes, and over a million faces beside sqlite-vec. */
export async function benchScan(): Promise<Figure[]> {
  const gallery = new Gallery(DIMENSIONS);
  const people = crowd(1, DIMENSIONS, 1_000);
  const probes = secondCaptures(crowdOf(PROBES, 1, DIMENSIONS), 2);
  const figures: Figure[] = [];
  for (const size of SIZES) {
    while (gallery.size < size) gallery.put(idOf(gallery.size + 1), people.next().value);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      times.push(await timed(() => gallery.search(probes[round % PROBES]!, 1)));
    }
    const name = `1 search over ${size.toLocaleString("en")} × ${DIMENSIONS}, p50`;
    figures.push({ name, value: median(times), unit: "ms", aim: "<= 150" });
  }
  figures.push({ name: "memory of a face, counted", value: gallery.bytes / gallery.size, unit: "B" });
  return [...figures, ...(await besidePeer(gallery, probes))];
}

/** The same faces and probes in sqlite-vec, which also compares every vector. */
async function besidePeer(gallery: Gallery, probes: readonly Float32Array[]): Promise<Figure[]> {
  const peer = openSqliteVec(DIMENSIONS);
  const people = crowd(1, DIMENSIONS, 1_000);
  for (let n = 1; n <= gallery.size; n++) peer.put(n, people.next().value);
  peer.ready();
  let same = 0;
  for (const probe of probes) {
    const [best] = await gallery.search(probe, 1);
    if (best?.registrationId === idOf(peer.nearest(probe))) same++;
  }
  const times: number[] = [];
  for (let n = 0; n < PEER_ROUNDS; n++) times.push(await timed(async () => peer.nearest(probes[0]!)));
  peer.close();
  return [
    { name: "the same by sqlite-vec, p50", value: median(times), unit: "ms" },
    { name: `searches of ${PROBES} that find the same`, value: same, unit: "", aim: `>= ${PROBES}` },
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}
