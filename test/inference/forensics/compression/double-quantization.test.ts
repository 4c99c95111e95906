import { describe, expect, it } from "vitest";
import { earlierStep, levelOf } from "#inference/forensics/compression/double-quantization.ts";
import { seededRandom } from "#lab/material/random.ts";

/** Magnitudes of coefficients as pictures have them: Laplacian (E. Lam, J. Goodman, 2000). */
function coefficients(seed: number, count = 6000, scale = 40): Float32Array {
  const random = seededRandom(seed);
  return Float32Array.from({ length: count }, () => -scale * Math.log(1 - random()));
}

const ORIGINAL = coefficients(1);
const ASIDE = coefficients(2);

const quantised = (values: Float32Array, step: number): Float32Array =>
  values.map((value) => Math.round(value / step) * step);

/** Rounding to whole pixels moves every coefficient a little. */
function strewn(values: Float32Array): Float32Array {
  const random = seededRandom(3);
  return values.map((value) => Math.abs(value + (random() + random() - 1) * 0.8));
}

const twice = (first: number, second: number, values = ORIGINAL) =>
  quantised(strewn(quantised(values, first)), second);

describe.each([
  [12, 3],
  [9, 4],
  [7, 5],
  [16, 11],
])("coefficients quantised by %i and then by %i", (first, second) => {
  it("show the first step", () => {
    expect(earlierStep(twice(first, second), ASIDE, second)?.step).toBe(first);
  });

  it("are evidence for both steps, and other coefficients of the picture against the first", () => {
    const { foreign } = earlierStep(twice(first, second), ASIDE, second)!;
    const evidence = (values: Float32Array) =>
      values.reduce((sum, value) => sum + foreign[levelOf(value, second)]!, 0) / values.length;
    expect(evidence(twice(first, second, coefficients(4)))).toBeLessThan(-0.02);
    expect(evidence(quantised(coefficients(4), second))).toBeGreaterThan(0.02);
  });
});

it("shows a finer first step, too, where the second step is no multiple of it", () => {
  expect(earlierStep(twice(6, 9), ASIDE, 9)?.step).toBe(6);
});

it.each([
  ["were quantised once", quantised(ORIGINAL, 4), 4],
  ["were quantised twice by the same step", twice(6, 6), 6],
  ["are too few", twice(12, 3, coefficients(5, 300)), 3],
  ["are none", new Float32Array(6000), 3],
] as const)("tells nothing of coefficients that %s", (_, magnitudes, present) => {
  expect(earlierStep(magnitudes, ASIDE, present)).toBeUndefined();
});

it("does not count coefficients that were set to zero or lie over all levels", () => {
  expect(levelOf(1.4, 3)).toBe(0);
  expect(levelOf(1.6, 3)).toBe(1);
  expect(levelOf(64 * 3, 3)).toBe(64);
  expect(levelOf(65 * 3, 3)).toBe(0);
  expect(earlierStep(twice(12, 3), ASIDE, 3)!.foreign[0]).toBeCloseTo(0, 12);
});
