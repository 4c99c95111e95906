/**
 * The least squares coefficients of `targets` on `rows`: one list for each column of the targets, as long as
 * a row. Throws `RangeError` when the rows do not determine them.
 */
export function leastSquares(rows: readonly number[][], targets: readonly number[][]): number[][] {
  const width = rows[0]?.length ?? 0;
  const columns = Array.from({ length: targets[0]?.length ?? 0 }, (_, n) => n);
  const normal = Array.from({ length: width }, () => new Array<number>(width + columns.length).fill(0));
  rows.forEach((row, n) => {
    const all = [...row, ...targets[n]!];
    normal.forEach((sums, i) => {
      for (let j = 0; j < all.length; j++) sums[j]! += row[i]! * all[j]!;
    });
  });
  const solved = eliminate(normal, width);
  return columns.map((column) => solved.map((row) => row[width + column]!));
}

/** The product of a row and one list of coefficients. */
export function valueAt(row: readonly number[], coefficients: readonly number[]): number {
  return row.reduce((sum, value, n) => sum + value * coefficients[n]!, 0);
}

/** A pivot below this share of the largest one counts as zero. */
const SINGULAR = 1e-12;

/** Gauss–Jordan elimination with row pivoting, of a matrix widened by its right-hand sides. */
function eliminate(matrix: number[][], width: number): number[][] {
  const scale = Math.max(...matrix.map((row, n) => Math.abs(row[n]!)));
  for (let column = 0; column < width; column++) {
    const below = matrix.slice(column).map((row) => Math.abs(row[column]!));
    const pivot = column + below.indexOf(Math.max(...below));
    const row = matrix[pivot]!;
    if (!(Math.abs(row[column]!) > SINGULAR * scale)) throw new RangeError("the points settle no fit");
    [matrix[column], matrix[pivot]] = [row, matrix[column]!];
    const unit = row.map((value) => value / row[column]!);
    matrix.forEach((other, n) => {
      const factor = other[column]!;
      matrix[n] = n === column ? unit : other.map((value, at) => value - factor * unit[at]!);
    });
  }
  return matrix;
}
