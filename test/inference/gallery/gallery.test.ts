import fc from "fast-check";
import { expect, it } from "vitest";
import { Gallery } from "#inference/gallery/gallery.ts";
import type { Candidate } from "#inference/gallery/gallery-index.ts";
import { crowdOf, unitVector } from "#lab/material/faces/faces-in-a-crowd.ts";
import { seededRandom } from "#lab/material/random.ts";

const id = (n: number) => `fr_${String(n).padStart(6, "0")}`;

function galleryOf(vectors: readonly Float32Array[]): Gallery {
  const gallery = new Gallery(vectors[0]!.length);
  vectors.forEach((vector, n) => {
    gallery.put(id(n), vector);
  });
  return gallery;
}

/** The candidates that a comparison with every vector gives. */
function naiveScan(people: Iterable<[string, Float32Array]>, probe: Float32Array, limit: number) {
  return [...people]
    .map(([registrationId, vector]): Candidate => {
      return { registrationId, score: vector.reduce((sum, value, i) => sum + probe[i]! * value, 0) };
    })
    .sort((a, b) => b.score - a.score || (a.registrationId < b.registrationId ? -1 : 1))
    .slice(0, limit);
}
const named = (vectors: readonly Float32Array[]) =>
  vectors.map((vector, n): [string, Float32Array] => [id(n), vector]);

it.each([1, 2, 15, 16, 17, 128, 255, 256, 1152, 4096])(
  "finds in %i dimensions what a naive scan finds, to the last bit",
  async (dimensions) => {
    // Of 4,096 numbers, 512 rows fill a block.
    const vectors = crowdOf(dimensions > 1000 ? 1_100 : 700, dimensions, dimensions);
    const gallery = galleryOf(vectors);
    for (const probe of [...crowdOf(4, 9, dimensions), ...vectors.slice(0, 2), vectors.at(-1)!]) {
      expect(await gallery.search(probe, 3)).toEqual(naiveScan(named(vectors), probe, 3));
    }
  },
);

/** Vectors that make trouble: few directions, so that scores tie; elements from 1 down to denormals. */
const element = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 0.5, 1e-3, 1e-30, 1e-45, -1e-45),
  fc.float({ noNaN: true, min: -1, max: 1 }),
);
const vectorsOf = (dimensions: number, count: number) =>
  fc.array(
    fc
      .array(element, { minLength: dimensions, maxLength: dimensions })
      .filter((values) => values.some((value) => Math.abs(value) > 1e-3))
      .map(unitVector),
    { minLength: 1, maxLength: count },
  );

it("finds what a naive scan finds, whatever the vectors", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 40 }).chain((n) => fc.tuple(vectorsOf(n, 60), vectorsOf(n, 4))),
      fc.integer({ min: 1, max: 5 }),
      async ([vectors, probes], limit) => {
        const gallery = galleryOf(vectors);
        for (const probe of probes) {
          expect(await gallery.search(probe, limit)).toEqual(naiveScan(named(vectors), probe, limit));
        }
      },
    ),
    { numRuns: 300 },
  );
});

it("finds the best of thousands whose scores differ by less than a sum of 32-bit floats is off", async () => {
  const random = seededRandom(3);
  const [face, ...probes] = crowdOf(21, 3, 256) as [Float32Array, ...Float32Array[]];
  const vectors = Array.from({ length: 3_000 }, () =>
    unitVector(face.map((v) => v + 1e-7 * (random() - 0.5))),
  );
  const gallery = galleryOf(vectors);
  for (const probe of [face, ...probes]) {
    expect(await gallery.search(probe, 2)).toEqual(naiveScan(named(vectors), probe, 2));
  }
});

it("finds what was put and not what was removed, after any history", async () => {
  const vectors = crowdOf(40, 11, 600);
  const step = fc.tuple(fc.nat(15), fc.option(fc.nat(39)));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 120 }), fc.nat(39), async (steps, probe) => {
      const gallery = new Gallery(600);
      const truth = new Map<string, Float32Array>();
      for (const [person, vector] of steps) {
        if (vector === null) {
          gallery.remove(id(person));
          truth.delete(id(person));
        } else {
          gallery.put(id(person), vectors[vector]!);
          truth.set(id(person), vectors[vector]!);
        }
      }
      expect(gallery.size).toBe(truth.size);
      expect(await gallery.search(vectors[probe]!, 100)).toEqual(naiveScan(truth, vectors[probe]!, 100));
    }),
    { numRuns: 100 },
  );
});

it("finds all faces of several blocks after faces of each were removed", async () => {
  const vectors = crowdOf(1_200, 19, 4_096);
  const gallery = galleryOf(vectors);
  const truth = new Map(named(vectors));
  for (const n of [0, 511, 512, 1_023, 1_024, 1_199]) {
    gallery.remove(id(n));
    truth.delete(id(n));
  }
  for (const n of [1_198, 0, 700]) {
    expect(await gallery.search(vectors[n]!, 2)).toEqual(naiveScan(truth, vectors[n]!, 2));
  }
  for (const registrationId of truth.keys()) gallery.remove(registrationId);
  expect([gallery.size, gallery.bytes]).toEqual([0, 0]);
});

it("takes about 1.2 KB a face of 256 dimensions, and 16 KB for a first one", () => {
  const full = galleryOf(crowdOf(8_192, 1, 256));
  expect(full.bytes / full.size).toBe(4 * 256 + 150);
  expect(galleryOf(crowdOf(1, 1, 256)).bytes).toBe(16 * 4 * 256 + 150);
});
