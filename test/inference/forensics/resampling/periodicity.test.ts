import { expect, it } from "vitest";
import { FREQUENCIES, periodsOf, withoutSkirts } from "#inference/forensics/resampling.ts";
import { seededRandom } from "#lab/material/random.ts";

const profile = (frequency: number, height: number, length = 300) => {
  const random = seededRandom(17);
  return Float32Array.from({ length }, (_, x) => {
    return 1 + 0.02 * x + 0.1 * (random() - 0.5) + height * Math.cos(2 * Math.PI * frequency * x + 1);
  });
};
const clearest = (periods: Float64Array) => FREQUENCIES[periods.indexOf(Math.max(...periods))]!;

it.each([0.14, 0.21, 0.333, 0.46])("finds what repeats itself %d times a pixel", (frequency) => {
  const periods = periodsOf(profile(frequency, 0.1));
  expect(clearest(periods)).toBeCloseTo(frequency, 2);
  expect(Math.max(...periods)).toBeGreaterThan(10);
  expect(clearest(withoutSkirts(periods))).toBeCloseTo(frequency, 2);
});

it.each([
  ["noise on a slope", 0.3, 0, [300]],
  ["the file's own blocks, once in eight pixels", 1 / 8, 0.1, [80, 300]],
  ["the file's own blocks, twice in eight pixels", 2 / 8, 0.1, [80, 300]],
  ["the file's own blocks, thrice in eight pixels", 3 / 8, 0.1, [80, 300]],
  ["the skirts of strong blocks, which reach far", 1 / 8, 2, [147, 171, 213]],
  ["the skirts of a strong colour pattern", 1 / 2, 2, [147, 171, 213]],
  ["a sensor's colour pattern, which content spreads", 0.48, 0.1, [300]],
])("finds no period in %s", (_, frequency, height, lengths) => {
  for (const length of lengths) {
    expect(Math.max(...withoutSkirts(periodsOf(profile(frequency, height, length))))).toBeLessThan(5);
  }
});

it("a constant profile has no period", () => {
  expect([...periodsOf(new Float32Array(200).fill(3))].every((value) => value === 0)).toBe(true);
});
