import { expect, it } from "vitest";
import type { OperatingPoint } from "#inference/bundle/calibration.ts";
import { compareAll, countAtLeast } from "#inference/calibration/comparisons.ts";
import { errorRates } from "#inference/calibration/error-rates.ts";
import { operatingPoint } from "#inference/calibration/operating-point.ts";
import { population } from "./population.ts";

const hundred = compareAll(population(100));

it("a level's score has its false match rate within the level, as is its upper 95 % bound", () => {
  const point = operatingPoint(hundred, "fmr_1e-2") as OperatingPoint;
  const accepted = countAtLeast(hundred.nonMated, point.comparisonScore);
  expect(point.fmr).toBe(accepted / hundred.nonMated.score.length);
  expect(point.fmr).toBeGreaterThan(1e-3);
  expect(point.fmr).toBeLessThan(1e-2);
  expect(point.fmrInterval[0]).toBeLessThan(point.fmr);
  // Two-sided: its upper end is somewhat above the guaranteed one-sided bound.
  expect(point.fmrInterval[1]).toBeLessThan(1.3e-2);
  expect(point.fmrInterval[1]).toBeGreaterThan(8e-3);
});

it("it is the lowest such score: a little under it the bound is over the level", () => {
  const { comparisonScore } = operatingPoint(hundred, "fmr_1e-2") as OperatingPoint;
  const { fmr, fmrInterval } = errorRates(hundred, comparisonScore - 0.01);
  expect(fmr).toBeLessThan(1e-2);
  expect(fmrInterval[1]).toBeGreaterThan(1e-2);
});

it("a level is rejected if not even a spotless result could support it, and says how many subjects could", () => {
  const sized = (subjects: number) => operatingPoint(compareAll(population(subjects)), "fmr_1e-2");
  expect(sized(24)).toEqual({
    level: "fmr_1e-2",
    refused: "needs 300 pairs of different subjects (25 subjects), there are 24 subjects",
  });
  expect(sized(25)).toHaveProperty("comparisonScore");
  expect(operatingPoint(hundred, "fmr_1e-4")).toMatchObject({
    refused: expect.stringContaining("246 subjects"),
  });
});

it("a level is rejected if no person has two photos: its FNMR would be unknown", () => {
  const strangers = population(60).filter((_, n) => n % 2 === 0);
  expect(operatingPoint(compareAll(strangers), "fmr_1e-2")).toHaveProperty("refused");
});

it("without errors, the intervals are those of the rule of three, by subjects and not by comparisons", () => {
  const { fmr, fmrInterval, fnmr, fnmrInterval } = errorRates(hundred, 0.9999999);
  expect([fmr, fnmr]).toEqual([0, 1]);
  expect(fmrInterval[1] * ((100 * 99) / 2)).toBeCloseTo(3.69, 1);
  expect(fnmrInterval).toEqual([expect.closeTo(1 - 3.62 / 100, 2), 1]);
});
