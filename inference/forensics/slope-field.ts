import { invert, type Transform } from "../geometry/transform.ts";
import type { PrintStyle } from "./print-style.ts";

/** Rounds of reweighting. */
const ROUNDS = 25;
/** Smaller deviations count alike: pixels tell slopes no finer. */
const FINEST = 0.002;
/** Weight, of all lines', that holds a slope's change from place to place near none: few lines say little of it. */
const DAMPING = 1e-3;

type Place = readonly [one: 1, x: number, y: number];

interface Row {
  readonly place: Place;
  readonly slope: number;
  readonly weight: number;
}

/**
 * The slope that text has at each place of a flat page: seen in perspective, parallel lines turn evenly from place to
 * place. The plane through the lines' slopes with the least absolute deviation, each weighed by its length, by iteratively
 * reweighted least squares (E. J. Schlossmacher, JASA 68, 1973). `reach`: the picture's longer side, in pixels.
 */
export function slopeField(styles: readonly PrintStyle[], reach: number): (x: number, y: number) => number {
  const total = styles.reduce((sum, { length }) => sum + length, 0);
  const placed = (x: number, y: number): Place => [1, x / reach, y / reach];
  const rows = styles.map(({ x, y, slope, length }) => ({
    place: placed(x, y),
    slope,
    weight: length / total,
  }));
  let plane = leastSquares(rows);
  for (let round = 0; round < ROUNDS; round++) {
    plane = leastSquares(
      rows.map((row) => {
        const deviation = Math.abs(row.slope - dot(row.place, plane));
        return { ...row, weight: row.weight / Math.max(FINEST, deviation) };
      }),
    );
  }
  return (x, y) => dot(placed(x, y), plane);
}

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, v, i) => sum + v * b[i]!, 0);

function leastSquares(rows: readonly Row[]): readonly number[] {
  const weight = rows.reduce((sum, row) => sum + row.weight, 0);
  const products = Array.from({ length: 9 }, (_, i) => {
    const [a, b] = [Math.floor(i / 3), i % 3];
    const damping = a === b && a > 0 ? DAMPING * weight : 0;
    return rows.reduce((sum, row) => sum + row.weight * row.place[a]! * row.place[b]!, damping);
  });
  const sums = [0, 1, 2].map((a) =>
    rows.reduce((sum, row) => sum + row.weight * row.place[a]! * row.slope, 0),
  );
  const inverse = invert(products as unknown as Transform);
  return [0, 1, 2].map((row) => dot(inverse.slice(3 * row, 3 * row + 3), sums));
}
