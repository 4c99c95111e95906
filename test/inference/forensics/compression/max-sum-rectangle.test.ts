import fc from "fast-check";
import { expect, it } from "vitest";
import { type Grid, maxSumRectangle } from "#inference/forensics/compression/max-sum-rectangle.ts";

function sumOf({ columns, values }: Grid, left: number, top: number, right: number, bottom: number): number {
  let sum = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) sum += values[y * columns + x]!;
  }
  return sum;
}

/** Every rectangle, one by one. */
function largestByHand(grid: Grid): number {
  let best = 0;
  for (let top = 0; top < grid.rows; top++) {
    for (let bottom = top + 1; bottom <= grid.rows; bottom++) {
      for (let left = 0; left < grid.columns; left++) {
        for (let right = left + 1; right <= grid.columns; right++) {
          best = Math.max(best, sumOf(grid, left, top, right, bottom));
        }
      }
    }
  }
  return best;
}

const grids = fc
  .record({ columns: fc.integer({ min: 1, max: 6 }), rows: fc.integer({ min: 1, max: 6 }) })
  .chain(({ columns, rows }) =>
    fc
      .array(fc.integer({ min: -9, max: 9 }), { minLength: columns * rows, maxLength: columns * rows })
      .map((values): Grid => ({ columns, rows, values: Float64Array.from(values) })),
  );

it("no rectangle has a higher sum, and the sum is that of its cells", () => {
  fc.assert(
    fc.property(grids, (grid) => {
      const found = maxSumRectangle(grid);
      expect(found?.sum ?? 0).toBe(largestByHand(grid));
      if (found === undefined) return;
      const { left, top, right, bottom } = found.cells;
      expect(sumOf(grid, left, top, right, bottom)).toBe(found.sum);
    }),
  );
});
