import { expect, it } from "vitest";
import { exactInterval, exactUpperBound } from "#inference/calibration/binomial.ts";

it.each([
  [0, 10, 0, 0.3085],
  [0, 13, 0, 0.2471],
  [1, 10, 0.0025, 0.445],
  [5, 100, 0.0164, 0.1128],
  [10, 102, 0.048, 0.173],
  [50, 50, 0.9289, 1],
])("%i errors in %i trials have the exact interval of the tables", (errors, trials, low, high) => {
  const [from, to] = exactInterval(errors, trials);
  expect(from).toBeCloseTo(low, 3);
  expect(to).toBeCloseTo(high, 3);
});

it("an error that was never seen has the bound of the rule of three", () => {
  for (const trials of [100, 10_000, 1_000_000]) {
    expect(exactUpperBound(0, trials) / (3 / trials)).toBeCloseTo(1, 1);
  }
});

it("many errors in many trials do not run out of the numbers' range", () => {
  expect(exactUpperBound(3_000, 300_000)).toBeGreaterThan(0.01);
  expect(exactUpperBound(3_000, 300_000)).toBeLessThan(0.0104);
});

it("no trial says nothing", () => {
  expect(exactInterval(0, 0)).toEqual([0, 1]);
});
