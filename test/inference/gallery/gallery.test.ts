import fc from "fast-check";
import { expect, it } from "vitest";
import { Arena } from "../../../inference/gallery/arena.ts";
import { Gallery } from "../../../inference/gallery/gallery.ts";
import type { Candidate } from "../../../inference/gallery/messages.ts";
import { crowdOf, unitVector } from "../../../lab/material/faces/faces-in-a-crowd.ts";

const arena = new Arena();
const id = (n: number) => `fr_${n}`;

function galleryOf(vectors: readonly Float32Array[]): Gallery {
  const gallery = new Gallery(arena, vectors[0]!.length);
  vectors.forEach((vector, n) => {
    gallery.put(id(n), n + 1, vector);
  });
  return gallery;
}

/** What comparing with every vector says. */
function bruteForce(vectors: readonly Float32Array[], probe: Float32Array, limit: number): Candidate[] {
  const scored = vectors.map((vector, n) => ({
    registrationId: id(n),
    score: vector.reduce((sum, value, i) => sum + probe[i]! * value, 0),
  }));
  // A stable sort: who came first stays first.
  return scored.toSorted((a, b) => b.score - a.score).slice(0, limit);
}

it.each([1, 2, 15, 16, 17, 128, 255, 256, 1152, 4096])(
  "finds in %i dimensions what comparing every vector finds, to the last bit",
  (dimensions) => {
    const vectors = crowdOf(dimensions > 1000 ? 150 : 700, dimensions, dimensions);
    const gallery = galleryOf(vectors);
    const probes = [...crowdOf(4, 9, dimensions), ...vectors.slice(0, 4)];
    const found = gallery.search(probes.map((vector) => ({ vector, limit: 3 })));
    expect(found).toEqual(probes.map((probe) => bruteForce(vectors, probe, 3)));
    gallery.clear();
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

it("finds what comparing every vector finds, whatever the vectors, in passes of any width", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }).chain((n) => fc.tuple(vectorsOf(n, 60), vectorsOf(n, 8))),
      fc.integer({ min: 1, max: 5 }),
      ([vectors, probes], limit) => {
        const gallery = galleryOf(vectors);
        const found = gallery.search(probes.map((vector) => ({ vector, limit })));
        expect(found).toEqual(probes.map((probe) => bruteForce(vectors, probe, limit)));
        gallery.clear();
      },
    ),
    { numRuns: 300 },
  );
});

it("tells equal faces in the order of their seq, whatever row they lie in", () => {
  const [face, other] = crowdOf(2, 5, 64) as [Float32Array, Float32Array];
  const gallery = new Gallery(arena, 64);
  for (const seq of [7, 3, 9, 5]) gallery.put(id(seq), seq, face);
  gallery.put(id(1), 1, other);
  const ids = () =>
    gallery.search([{ vector: face, limit: 4 }])[0]?.map(({ registrationId }) => registrationId);
  expect(ids()).toEqual([3, 5, 7, 9].map(id));
  gallery.remove(id(3));
  expect(ids()).toEqual([...[5, 7, 9].map(id), id(1)]);
  gallery.clear();
});

it("finds what was put and not what was removed, after any history", () => {
  const vectors = crowdOf(40, 11, 600);
  const step = fc.tuple(fc.nat(15), fc.option(fc.nat(39)));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), fc.nat(39), (steps, probe) => {
      const gallery = new Gallery(arena, 600);
      const truth = new Map<string, { seq: number; vector: Float32Array }>();
      steps.forEach(([person, vector], seq) => {
        if (vector === null) {
          gallery.remove(id(person));
          truth.delete(id(person));
        } else {
          gallery.put(id(person), seq, vectors[vector]!);
          truth.set(id(person), { seq, vector: vectors[vector]! });
        }
      });
      const people = [...truth].sort(([, a], [, b]) => a.seq - b.seq);
      const expected = bruteForce(
        people.map(([, { vector }]) => vector),
        vectors[probe]!,
        100,
      );
      const named = expected.map(({ registrationId, score }) => ({
        registrationId: people[Number(registrationId.slice(3))]![0],
        score,
      }));
      expect(gallery.size).toBe(truth.size);
      expect(gallery.search([{ vector: vectors[probe]!, limit: 100 }])).toEqual([named]);
      gallery.clear();
    }),
    { numRuns: 100 },
  );
});

/** Vectors of 1 and -1: as integers they are what they are, so that no bound hides behind their rounding. */
const signs = crowdOf(1_500, 13, 24).map((vector) => unitVector(vector.map(Math.sign)));

it.each([
  ["only the probe is rounded", signs, crowdOf(1_000, 14, 24)],
  [
    "only the rows are rounded, and the last is not",
    [...crowdOf(900, 13, 24), signs[0]!],
    signs.slice(0, 200),
  ],
])("finds what comparing every vector finds where %s", (_, vectors, probes) => {
  const gallery = galleryOf(vectors);
  for (const vector of probes) {
    expect(gallery.search([{ vector, limit: 1 }])[0]).toEqual(bruteForce(vectors, vector, 1));
  }
  gallery.clear();
});

it("leaves nothing of a removed face in memory", () => {
  const arena = new Arena();
  const gallery = new Gallery(arena, 256);
  const first = arena.take();
  arena.give(first);
  const row = (n: number) => [...new Set(arena.row(first + n * 256, 256))];
  for (const n of [1, 2, 3]) gallery.put(id(n), n, unitVector(Array(256).fill(1)));
  expect([0, 1, 2, 3].map(row)).toEqual([[127], [127], [127], [0]]);
  gallery.remove(id(1));
  expect([0, 1, 2].map(row)).toEqual([[127], [127], [0]]);
  gallery.clear();
  expect([0, 1].map(row)).toEqual([[0], [0]]);
  expect(gallery.bytes).toBe(0);
});

it("takes 1,446 bytes a face of 256 dimensions, and gives all of them back", () => {
  const gallery = galleryOf(crowdOf(2_560, 1, 256));
  expect(gallery.bytes / gallery.size).toBeCloseTo(256 + 4 * 256 + 4 + 4 + 8 + 150);
  gallery.clear();
  expect([gallery.size, gallery.bytes]).toEqual([0, 0]);
});

it("holds no template of more than 4,096 dimensions", () => {
  expect(() => new Gallery(arena, 4_097)).toThrow(RangeError);
  expect(() => new Gallery(arena, 0)).toThrow(RangeError);
});
