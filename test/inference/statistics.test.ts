import { expect, it } from "vitest";
import { median, quantile, quantilesOfLevels, robustDeviation } from "#inference/statistics.ts";
import { seededRandom } from "#lab/material/random.ts";

it("a quantile is the value that a share of the sample lies below, in whatever order it comes", () => {
  expect([0, 0.25, 0.5, 0.9, 1].map((share) => quantile([4, 1, 3, 2], share))).toEqual([1, 2, 3, 4, 4]);
  expect(quantile([7], 0.95)).toBe(7);
});

it("the standard deviation of a normal distribution is estimated from its median absolute deviation", () => {
  const random = seededRandom(8);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const deviations = Array.from({ length: 20_000 }, () => Math.abs(3 * normal()));
  expect(robustDeviation(deviations)).toBeCloseTo(3, 1);
});

it("a quantile is the value that sorting puts at its rank, among equal values as well", () => {
  const random = seededRandom(5);
  for (let length = 1; length <= 40; length++) {
    const values = Array.from({ length }, () => Math.floor((length / 2) * random()));
    const shares = Array.from({ length }, (_, rank) => (rank + 0.5) / length);
    expect(shares.map((share) => quantile(values, share))).toEqual(values.toSorted((a, b) => a - b));
  }
});

it("levels have the quantiles that sorting them gives, at every rank", () => {
  const random = seededRandom(3);
  const values = Float32Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? 255 : 40 * random()));
  const shares = Array.from({ length: 301 }, (_, rank) => rank / 300);
  expect(quantilesOfLevels(values, shares)).toEqual(shares.map((share) => quantile(values, share)));
});

const statistics = {
  quantile: () => quantile([], 0.5),
  quantilesOfLevels: () => quantilesOfLevels(new Float32Array(), [0.5]),
  median: () => median([]),
};
it.each(Object.entries(statistics))("an empty sample is rejected: %s", (_, statistic) => {
  expect(statistic).toThrow(RangeError);
});
