import { expect, it } from "vitest";
import { compareAll, countAtLeast } from "#inference/calibration/comparisons.ts";
import { population } from "./population.ts";

it("every pair of samples is compared once, by whether it is of one subject, highest score first", () => {
  const samples = population(10);
  const { mated, nonMated, sizes, subjectOf } = compareAll(samples);
  expect([mated.score.length, nonMated.score.length, sizes.length]).toEqual([10, 180, 10]);
  for (const [scores, isMated] of [
    [mated, true],
    [nonMated, false],
  ] as const) {
    expect([...scores.score]).toEqual([...scores.score].sort((a, b) => b - a));
    for (const [n, score] of scores.score.entries()) {
      const [a, b] = [samples[scores.a[n]!]!, samples[scores.b[n]!]!];
      expect(subjectOf[scores.a[n]!] === subjectOf[scores.b[n]!]).toBe(isMated);
      expect(score).toBeCloseTo(
        a.vector.reduce((sum, value, i) => sum + value * b.vector[i]!, 0),
        5,
      );
    }
  }
});

it("a score that is reached exactly counts as a match", () => {
  const score = Float32Array.of(0.75, 0.5, 0.5, 0.25);
  expect([0.8, 0.75, 0.5, 0.3, 0.1].map((at) => countAtLeast({ score }, at))).toEqual([0, 1, 3, 3, 4]);
});
