import { expect, it } from "vitest";
import { buildNearest } from "#inference/forensics/copy-move/keypoint-matches.ts";
import { CPU, openNet } from "#inference/runtime/session.ts";
import { seededRandom } from "#lab/material/random.ts";

const [COUNT, SIZE, QUERIES, APART] = [40, 6, 9, 10];
const net = await openNet({ name: "nearest", bytes: buildNearest() }, CPU);
const random = seededRandom(12);
const descriptors = Array.from({ length: COUNT }, () => {
  const vector = Array.from({ length: SIZE }, () => random() - 0.5);
  return vector.map((value) => value / Math.hypot(...vector));
});
const places = descriptors.map(() => ({ x: Math.floor(random() * 60), y: Math.floor(random() * 60) }));

const find = (points: typeof places) => {
  const flat = (of: typeof places) => Float32Array.from([...of.map(({ x }) => x), ...of.map(({ y }) => y)]);
  const all = Float32Array.from(descriptors.flat());
  return net.run({
    queries: { data: all.subarray(0, QUERIES * SIZE), dims: [QUERIES, SIZE] },
    all: { data: all, dims: [COUNT, SIZE] },
    query_places: { data: flat(points.slice(0, QUERIES)), dims: [2, QUERIES, 1] },
    places: { data: flat(points), dims: [2, 1, COUNT] },
    apart: { data: Float32Array.of(APART), dims: [1] },
  });
};

const product = (a: readonly number[], b: readonly number[]) => a.reduce((sum, v, i) => sum + v * b[i]!, 0);

it("answers the most alike of those that are not too near", async () => {
  const { correlation, nearest } = await find(places);
  for (let q = 0; q < QUERIES; q++) {
    const far = places.flatMap(({ x, y }, i) =>
      Math.max(Math.abs(x - places[q]!.x), Math.abs(y - places[q]!.y)) >= APART ? [i] : [],
    );
    const best = far.toSorted(
      (a, b) => product(descriptors[b]!, descriptors[q]!) - product(descriptors[a]!, descriptors[q]!),
    )[0]!;
    expect(nearest!.data[q]).toBe(best);
    expect(correlation!.data[q]).toBeCloseTo(product(descriptors[best]!, descriptors[q]!), 5);
  }
});

it("where all are too near, nothing correlates", async () => {
  const { correlation } = await find(places.map(() => ({ x: 5, y: 5 })));
  expect(Math.max(...(correlation!.data as Float32Array))).toBeLessThan(-1);
});
