/** A point in the plane. Pixel `i` covers `[i, i + 1)`: its centre lies at `i + 0.5`. */
export interface Vec2 {
  readonly x: number;
  readonly y: number;
}

/** A projective map of the plane: nine numbers, row by row. Affine maps are those that end in `0, 0, 1`. */
// biome-ignore format: a matrix reads in rows.
export type Transform = readonly [
  number, number, number,
  number, number, number,
  number, number, number,
];

export const IDENTITY: Transform = [1, 0, 0, 0, 1, 0, 0, 0, 1];

export function apply([a, b, c, d, e, f, g, h, i]: Transform, { x, y }: Vec2): Vec2 {
  const w = g * x + h * y + i;
  return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w };
}

/** First `inner`, then `outer`. */
export function compose(outer: Transform, inner: Transform): Transform {
  const cell = (row: number, column: number) =>
    outer[row * 3]! * inner[column]! +
    outer[row * 3 + 1]! * inner[3 + column]! +
    outer[row * 3 + 2]! * inner[6 + column]!;
  return [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => cell(row, column))) as unknown as Transform;
}

/** Throws `RangeError` for a map that flattens the plane. */
export function invert([a, b, c, d, e, f, g, h, i]: Transform): Transform {
  const [A, B, C] = [e * i - f * h, f * g - d * i, d * h - e * g];
  const determinant = a * A + b * B + c * C;
  if (!Number.isFinite(1 / determinant)) throw new RangeError("transform has no inverse");
  const adjugate = [
    A,
    c * h - b * i,
    b * f - c * e,
    B,
    a * i - c * g,
    c * d - a * f,
    C,
    b * g - a * h,
    a * e - b * d,
  ];
  return adjugate.map((value) => value / determinant) as unknown as Transform;
}

export const translation = (x: number, y: number): Transform => [1, 0, x, 0, 1, y, 0, 0, 1];

export const scaling = (x: number, y = x): Transform => [x, 0, 0, 0, y, 0, 0, 0, 1];

/** Turns by `radians`, clockwise as seen with y pointing down. */
export function rotation(radians: number): Transform {
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return [cos, -sin, 0, sin, cos, 0, 0, 0, 1];
}

/**
 * The rotation, uniform scale and shift (no mirror) that takes `from` nearest to `to`, by least squares over
 * the paired points. Throws `RangeError` when all points of `from` coincide.
 */
export function similarity(from: readonly Vec2[], to: readonly Vec2[]): Transform {
  const [p, q] = [centroid(from), centroid(to)];
  let [dot, cross, spread] = [0, 0, 0];
  from.forEach((point, n) => {
    const [ux, uy] = [point.x - p.x, point.y - p.y];
    const [vx, vy] = [to[n]!.x - q.x, to[n]!.y - q.y];
    dot += ux * vx + uy * vy;
    cross += ux * vy - uy * vx;
    spread += ux * ux + uy * uy;
  });
  const [a, b] = [dot / spread, cross / spread];
  if (!Number.isFinite(a) || !Number.isFinite(b)) throw new RangeError("points coincide");
  return [a, -b, q.x - a * p.x + b * p.y, b, a, q.y - b * p.x - a * p.y, 0, 0, 1];
}

export function centroid(points: readonly Vec2[]): Vec2 {
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/** The map of four points to four others, exactly. Throws `RangeError` if three of them are collinear. */
export function homography(from: readonly Vec2[], to: readonly Vec2[]): Transform {
  return compose(fromUnitBasis(to), invert(fromUnitBasis(from)));
}

/** The map that takes the projective basis (1,0,0), (0,1,0), (0,0,1), (1,1,1) to four points. */
function fromUnitBasis([p, q, r, s]: readonly Vec2[]): Transform {
  const basis: Transform = [p!.x, q!.x, r!.x, p!.y, q!.y, r!.y, 1, 1, 1];
  const [a, b, c, d, e, f, g, h, i] = invert(basis);
  const weight = [a * s!.x + b * s!.y + c, d * s!.x + e * s!.y + f, g * s!.x + h * s!.y + i];
  return basis.map((value, n) => value * weight[n % 3]!) as unknown as Transform;
}
