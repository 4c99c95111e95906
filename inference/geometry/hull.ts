import type { Vec2 } from "./transform.ts";

/**
 * The convex hull, clockwise as seen with y pointing down, without repeated or collinear points (Andrew
 * 1979).
 */
export function convexHull(points: readonly Vec2[]): Vec2[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  if (sorted.length < 3) return sorted;
  return [...halfHull(sorted), ...halfHull(sorted.toReversed())];
}

function halfHull(sorted: readonly Vec2[]): Vec2[] {
  const hull: Vec2[] = [];
  for (const point of sorted) {
    while (hull.length >= 2 && turn(hull.at(-2)!, hull.at(-1)!, point) <= 0) hull.pop();
    hull.push(point);
  }
  return hull.slice(0, -1);
}

const turn = (a: Vec2, b: Vec2, c: Vec2) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/**
 * A rectangle at any angle: `angle` is its width's direction, in radians, clockwise as seen with y pointing
 * down.
 */
export interface Rectangle {
  readonly centre: Vec2;
  readonly width: number;
  readonly height: number;
  readonly angle: number;
}

/** The rectangle of least area around the points; one of its sides lies on an edge of their hull. */
export function leastRectangle(points: readonly Vec2[]): Rectangle {
  const hull = convexHull(points);
  const angles = hull.map((point, i) => {
    const next = hull[(i + 1) % hull.length]!;
    return Math.atan2(next.y - point.y, next.x - point.x);
  });
  return angles
    .map((angle) => rectangleAt(hull, angle))
    .reduce((least, other) => (other.width * other.height < least.width * least.height ? other : least));
}

function rectangleAt(points: readonly Vec2[], angle: number): Rectangle {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const along = points.map(({ x, y }) => x * cos + y * sin);
  const across = points.map(({ x, y }) => y * cos - x * sin);
  const [u0, u1, v0, v1] = [Math.min(...along), Math.max(...along), Math.min(...across), Math.max(...across)];
  const [u, v] = [(u0 + u1) / 2, (v0 + v1) / 2];
  return {
    centre: { x: u * cos - v * sin, y: u * sin + v * cos },
    width: u1 - u0,
    height: v1 - v0,
    angle,
  };
}
