/** A rectangle of cells; `right` and `bottom` are exclusive. */
export interface Cells {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Values of a grid's cells, row by row. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly values: Float64Array;
}

/**
 * The rectangle of cells with the highest sum; undefined if no value is positive. Time grows with rows² ×
 * columns (J. Bentley's maximum subarray, by Kadane's scan of every range of rows).
 */
export function maxSumRectangle({ columns, rows, values }: Grid): { sum: number; cells: Cells } | undefined {
  let [best, cells] = [0, { left: 0, top: 0, right: 0, bottom: 0 }];
  const column = new Float64Array(columns);
  for (let top = 0; top < rows; top++) {
    column.fill(0);
    for (let bottom = top; bottom < rows; bottom++) {
      const row = bottom * columns;
      let [sum, left] = [0, 0];
      for (let x = 0; x < columns; x++) {
        const through = column[x]! + values[row + x]!;
        column[x] = through;
        sum += through;
        if (sum <= 0) {
          sum = 0;
          left = x + 1;
        } else if (sum > best) {
          best = sum;
          cells = { left, top, right: x + 1, bottom: bottom + 1 };
        }
      }
    }
  }
  return best > 0 ? { sum: best, cells } : undefined;
}
