/** A point in pixels of a raster. */
export interface XY {
  readonly x: number;
  readonly y: number;
}

/** Four corners: top left, top right, bottom right, bottom left, as the content is read. */
export type Quad = readonly [XY, XY, XY, XY];

/** A projective map of the plane, row by row; the last element is 1 for maps made by `unitSquareTo`. */
export type Homography = readonly [number, number, number, number, number, number, number, number, number];

/** The map that takes the unit square's corners to the quadrilateral's (Heckbert 1989, 2.2.3). */
export function unitSquareTo([p0, p1, p2, p3]: Quad): Homography {
  const [sumX, sumY] = [p0.x - p1.x + p2.x - p3.x, p0.y - p1.y + p2.y - p3.y];
  const [dx1, dx2, dy1, dy2] = [p1.x - p2.x, p3.x - p2.x, p1.y - p2.y, p3.y - p2.y];
  const determinant = dx1 * dy2 - dx2 * dy1;
  if (determinant === 0) throw new RangeError("the quadrilateral's corners lie on one line");
  const g = (sumX * dy2 - dx2 * sumY) / determinant;
  const h = (dx1 * sumY - sumX * dy1) / determinant;
  return [
    ...[p1.x - p0.x + g * p1.x, p3.x - p0.x + h * p3.x, p0.x],
    ...[p1.y - p0.y + g * p1.y, p3.y - p0.y + h * p3.y, p0.y],
    ...[g, h, 1],
  ] as unknown as Homography;
}

/** The map's inverse, up to scale. */
export function inverse([a, b, c, d, e, f, g, h, i]: Homography): Homography {
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
}

export function project([a, b, c, d, e, f, g, h, i]: Homography, x: number, y: number): XY {
  const w = g * x + h * y + i;
  return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w };
}

export const distance = (a: XY, b: XY): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Mean length of the top and bottom edges, and of the left and right ones, in pixels. */
export function quadSize([tl, tr, br, bl]: Quad): { width: number; height: number } {
  return {
    width: (distance(tl, tr) + distance(bl, br)) / 2,
    height: (distance(tl, bl) + distance(tr, br)) / 2,
  };
}

/** The upright box around the points. */
export function boundsOf(points: readonly XY[]): { x: number; y: number; width: number; height: number } {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
