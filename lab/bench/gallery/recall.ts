import { Arena } from "../../../inference/gallery/arena.ts";
import { Gallery } from "../../../inference/gallery/gallery.ts";
import { MAX_PROBES } from "../../../inference/gallery/kernel.ts";
import { crowdOf, secondCaptures } from "../../material/faces/faces-in-a-crowd.ts";
import type { Figure } from "../figure.ts";
import { DIMENSIONS } from "./probes.ts";

const FACES = 100_000;
const PROBES = 1_000;
/** Vectors that fit in the processor's cache while all probes are compared with them. */
const BLOCK = 256;

interface Best {
  row: number;
  score: number;
}

/**
 * Whether a search's best candidate and its score equal those of a comparison in 32-bit floats, for enrolled
 * persons and for strangers. One in twenty of the gallery has a near duplicate in it.
 */
export async function benchRecall(): Promise<Figure[]> {
  const people = crowdOf(FACES, 3, DIMENSIONS);
  const gallery = new Gallery(new Arena(), DIMENSIONS);
  people.forEach((vector, row) => {
    gallery.put(String(row), row, vector);
  });
  const step = Math.floor(FACES / PROBES);
  const enrolled = people.filter((_, row) => row % step === 0).slice(0, PROBES);
  const recallOf = (probes: readonly Float32Array[]) => {
    const expected = bruteForce(people, probes);
    const right = search(gallery, probes).filter((found, i) => {
      return found?.registrationId === String(expected[i]!.row) && found.score === expected[i]!.score;
    });
    return right.length / probes.length;
  };
  const among = `${FACES.toLocaleString("en")} × ${DIMENSIONS}`;
  return [
    {
      name: `recall@1 of ${PROBES} mated among ${among}`,
      value: recallOf(secondCaptures(enrolled, 4)),
      unit: "",
      aim: ">= 1",
    },
    {
      name: `recall@1 of ${PROBES} non-mated among ${among}`,
      value: recallOf(crowdOf(PROBES, 5, DIMENSIONS)),
      unit: "",
      aim: ">= 1",
    },
  ];
}

function search(gallery: Gallery, probes: readonly Float32Array[]) {
  const passes = Array.from({ length: Math.ceil(probes.length / MAX_PROBES) }, (_, n) =>
    probes.slice(n * MAX_PROBES, (n + 1) * MAX_PROBES),
  );
  return passes.flatMap((pass) =>
    gallery.search(pass.map((vector) => ({ vector, limit: 1 }))).map(([best]) => best),
  );
}

function bruteForce(people: readonly Float32Array[], probes: readonly Float32Array[]): Best[] {
  const best = probes.map((): Best => ({ row: -1, score: Number.NEGATIVE_INFINITY }));
  for (let from = 0; from < people.length; from += BLOCK) {
    const block = people.slice(from, from + BLOCK);
    probes.forEach((probe, n) => {
      const leader = best[n]!;
      block.forEach((vector, i) => {
        const score = dot(probe, vector);
        if (score > leader.score) Object.assign(leader, { row: from + i, score });
      });
    });
  }
  return best;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
