import fc from "fast-check";
import { expect, it } from "vitest";
import { leastSquares, valueAt } from "#edge/verdicts/liveness/motion/parallax.ts";

const number = fc.double({ min: -10, max: 10, noNaN: true });

it("finds the coefficients that made the targets", () => {
  fc.assert(
    fc.property(fc.tuple(number, number, number), (made) => {
      const rows = Array.from({ length: 9 }, (_, n) => [1, n % 3, Math.floor(n / 3)]);
      const [found] = leastSquares(
        rows,
        rows.map((row) => [valueAt(row, made)]),
      );
      for (const [n, value] of made.entries()) expect(found![n]).toBeCloseTo(value, 8);
    }),
  );
});

it("leaves a remainder square to every column", () => {
  const rows = [0, 1, 2, 5].map((x) => [1, x]);
  const targets = [3, -1, 4, 1];
  const [found] = leastSquares(
    rows,
    targets.map((y) => [y]),
  );
  const left = rows.map((row, n) => targets[n]! - valueAt(row, found!));
  expect(left.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 10);
  expect(left.reduce((sum, value, n) => sum + value * rows[n]![1]!, 0)).toBeCloseTo(0, 10);
});

it("refuses rows that do not settle the coefficients", () => {
  expect(() => leastSquares([[1, 2]], [[1]])).toThrow(RangeError);
  expect(() =>
    leastSquares(
      [1, 2, 3].map((x) => [x, 2 * x]),
      [[1], [2], [3]],
    ),
  ).toThrow(RangeError);
});
