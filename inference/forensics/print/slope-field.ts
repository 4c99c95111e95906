import { invert, type Transform } from "../../geometry/transform.ts";
import type { PrintStyle } from "./print-style.ts";

/**
 * Damping of the slope's change over the page, as a share of all lines' weight: few lines determine it
 * poorly.
 */
const DAMPING = 1e-3;

/**
 * The slope of text at each place of a flat page. In perspective, the slope of parallel lines changes
 * linearly over the page: a plane through the lines' slopes by least squares, each weighted by its length.
 * `reach`: the picture's longer side, in pixels.
 */
export function slopeField(styles: readonly PrintStyle[], reach: number): (x: number, y: number) => number {
  const placed = (x: number, y: number) => [1, x / reach, y / reach];
  const rows = styles.map(({ x, y, slope, length }) => ({ place: placed(x, y), slope, weight: length }));
  const weight = rows.reduce((sum, row) => sum + row.weight, 0);
  const products = Array.from({ length: 9 }, (_, i) => {
    const [a, b] = [Math.floor(i / 3), i % 3];
    const damping = a === b && a > 0 ? DAMPING * weight : 0;
    return rows.reduce((sum, row) => sum + row.weight * row.place[a]! * row.place[b]!, damping);
  });
  const inverse = invert(products as unknown as Transform);
  const sums = [0, 1, 2].map((a) =>
    rows.reduce((sum, row) => sum + row.weight * row.place[a]! * row.slope, 0),
  );
  const plane = [0, 3, 6].map((row) => dot(inverse.slice(row, row + 3), sums));
  return (x, y) => dot(placed(x, y), plane);
}

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, v, i) => sum + v * b[i]!, 0);
