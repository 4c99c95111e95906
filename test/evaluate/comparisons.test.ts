import { expect, it } from "vitest";
import { seededRandom } from "../material/random.ts";
import { bestAccuracy, compareAll, operatingPoint, type Sample } from "./comparisons.ts";

/** Two samples of each subject: unit vectors about the subject's own direction in eight dimensions. */
function population(subjects: number): Sample[] {
  const random = seededRandom(subjects);
  const vector = (about: readonly number[], spread: number) => {
    const raw = about.map((value) => value + spread * (random() - 0.5));
    return raw.map((value) => value / Math.hypot(...raw));
  };
  return Array.from({ length: subjects }, () => vector(new Array(8).fill(0), 1)).flatMap((own, n) =>
    [0, 1].map(() => ({ subject: `s${n}`, vector: vector(own, 0.2) })),
  );
}

it("every pair of samples is compared once, by whether it is of one subject", () => {
  const { mated, nonMated, sizes } = compareAll(population(10));
  expect([mated.length, nonMated.length, sizes.length]).toEqual([10, 180, 10]);
});

it("an operating point's false match rate stays under its target, and its bound is why", () => {
  const comparisons = compareAll(population(100));
  const point = operatingPoint(comparisons, 1e-2)!;
  expect(point.fmr).toBeLessThan(1e-2);
  expect(point.fmr).toBeGreaterThan(1e-3);
  expect(point.nonMated).toBe(comparisons.nonMated.length);
  const looser = comparisons.nonMated.filter(({ score }) => score >= point.comparisonScore - 0.05);
  expect(looser.length / point.nonMated).toBeGreaterThan(point.fmr);
});

it("a level is refused where under thirty false matches would be expected among pairs of subjects", () => {
  const comparisons = compareAll(population(70));
  expect(operatingPoint(comparisons, 1e-2)).toBeNull();
  expect(operatingPoint(comparisons, 1e-1)).not.toBeNull();
});

it("accuracy is that of the best single threshold", () => {
  const pairs = [0.9, 0.8, 0.7, 0.6].map((score, n) => ({ score, mated: n !== 1 }));
  expect(bestAccuracy(pairs)).toBe(0.75);
  expect(bestAccuracy(pairs.map(({ score }) => ({ score, mated: score > 0.65 })))).toBe(1);
});
