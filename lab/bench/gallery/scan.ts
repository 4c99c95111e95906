import { Gallery } from "../../../inference/gallery/gallery.ts";
import { median } from "../../../inference/statistics.ts";
import { crowd, crowdOf, secondCaptures } from "../../material/faces/faces-in-a-crowd.ts";
import type { Figure } from "../figure.ts";
import { benchEndToEnd } from "./end-to-end.ts";

/** Numbers of a template, as face-reidentification-retail-0095 makes it. */
const DIMENSIONS = 256;
const SIZES = [10_000, 100_000, 1_000_000];
const ROUNDS = 21;
const PROBES = 8;

const idOf = (n: number) => `fr_${String(n).padStart(26, "0")}`;

/** One search over galleries of three sizes; then searches through both services. */
export async function benchGallery(): Promise<Figure[]> {
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
  return [...figures, ...(await benchEndToEnd())];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}
