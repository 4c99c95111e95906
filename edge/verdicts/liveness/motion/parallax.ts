import type { Point } from "../../../inference/port.ts";
import { steadyPoints } from "./face-points.ts";

/** The landmark movement of one face between two frames, compared with that of a flat image. */
interface Movement {
  /**
   * The movement of the face's relief along with its depth, after removing the movement of a smoothly bent
   * sheet: about the sine of the head's turn; 0 for an image. The mesh model sees some relief in a tilted
   * image too.
   */
  readonly parallax: number;
  /**
   * How much narrower the face became in one direction than in the other: 0..1, 1 − cos of a plane's tilt.
   */
  readonly foreshortening: number;
}

/**
 * Measures the movement between two frames' 468 landmarks. A second-order surface maps the steady landmarks
 * by least squares (it includes every affine map, approximates a homography, and models paper bent about any
 * axis). The residual is compared with the residual of the depth under the same map. The measure is
 * independent of place, roll and size in the image.
 */
export function movementBetween(from: readonly Point[], to: readonly Point[]): Movement {
  const steady = steadyPoints(from);
  const before = centred(steady.map((index) => from[index]!));
  const after = centred(steady.map((index) => to[index]!));
  const unit = Math.max(...before.map(({ x, y }) => Math.hypot(x, y)));
  const source = before.map((point) => scaled(point, 1 / unit));
  const target = after.map((point) => scaled(point, 1 / unit));
  const places = target.map(({ x, y }) => [x, y]);
  const [narrow, wide] = stretches(source, places);
  if (!(wide > 0)) throw new RangeError("a face has an extent");
  const rows = source.map(({ x, y }) => [1, x, y, x * x, x * y, y * y]);
  const fits = leastSquares(
    rows,
    source.map(({ z }, n) => [z, ...places[n]!]),
  );
  const left = rows.map((row, n) =>
    [source[n]!.z, ...places[n]!].map((value, column) => value - valueAt(row, fits[column]!)),
  );
  const relief = left.reduce((sum, [depth]) => sum + depth! * depth!, 0);
  const along = (column: number) => left.reduce((sum, row) => sum + row[0]! * row[column]!, 0) / relief;
  return { parallax: Math.hypot(along(1), along(2)) / wide, foreshortening: 1 - narrow / wide };
}

/**
 * The depth that the movement proves, 0 or more: the parallax beyond that of a plane with the same tilt. Of
 * 3,366 pairs of views of flat prints one in a thousand exceeded 0.058; of heads that turned by 8° to 12°
 * four in five did.
 */
export function depthShown({ parallax, foreshortening }: Movement): number {
  return Math.max(0, parallax - foreshortening);
}

/**
 * Whether the face tilted as a whole, as an image does: clearly foreshortened (about 28° and more), with
 * less than half the parallax of the flattest of 972 head movements of that size.
 */
export function tiltedLikeAnImage({ parallax, foreshortening }: Movement): boolean {
  return foreshortening >= 0.12 && parallax < 0.6 * foreshortening;
}

/** The points relative to their centre. */
function centred(points: readonly Point[]): Point[] {
  const mean = (key: keyof Point) => points.reduce((sum, point) => sum + point[key], 0) / points.length;
  const [x, y, z] = [mean("x"), mean("y"), mean("z")];
  return points.map((point) => ({ x: point.x - x, y: point.y - y, z: point.z - z }));
}

const scaled = ({ x, y, z }: Point, by: number): Point => ({ x: x * by, y: y * by, z: z * by });

/** The smallest and the largest stretch of the best affine map. */
function stretches(source: readonly Point[], places: readonly number[][]): [number, number] {
  const rows = source.map(({ x, y }) => [1, x, y]);
  const [[, a, b], [, c, d]] = leastSquares(rows, places) as [number[], number[]];
  const [sum, difference] = [Math.hypot(a! + d!, c! - b!), Math.hypot(a! - d!, b! + c!)];
  return [Math.abs(sum - difference) / 2, (sum + difference) / 2];
}

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
