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
});

it("a profile of noise on a slope has no period", () => {
  expect(Math.max(...periodsOf(profile(0.3, 0)))).toBeLessThan(4.5);
});

it.each([1 / 8, 2 / 8, 3 / 8])("a period of the file's own blocks, %d, tells nothing", (frequency) => {
  for (const length of [80, 300]) {
    expect(Math.max(...periodsOf(profile(frequency, 0.1, length)))).toBeLessThan(5);
  }
});

it.each([0.14, 0.3, 0.46])("a period of its own, %d, is no other line's skirt", (frequency) => {
  expect(clearest(withoutSkirts(periodsOf(profile(frequency, 0.1))))).toBeCloseTo(frequency, 2);
});

it.each([1 / 8, 1 / 2])("nor do the skirts of a strong one, %d, which reach far", (frequency) => {
  for (const length of [147, 171, 213]) {
    expect(Math.max(...withoutSkirts(periodsOf(profile(frequency, 2, length))))).toBeLessThan(5);
  }
});

it("nor does a sensor's colour pattern, which content spreads", () => {
  expect(Math.max(...withoutSkirts(periodsOf(profile(0.48, 0.1))))).toBeLessThan(5);
});

it("a constant profile has no period", () => {
  expect([...periodsOf(new Float32Array(200).fill(3))].every((value) => value === 0)).toBe(true);
});
