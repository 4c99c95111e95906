import type { Vec2 } from "./transform.ts";

/** An axis-aligned box in pixels; it may reach past the picture's edges. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The smallest axis-aligned box around the points. */
export function boundingBox(points: readonly Vec2[]): Box {
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

export const area = (box: Box): number => box.width * box.height;

export const centre = (box: Box): Vec2 => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** The box with so many pixels more on each side. */
export const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

/** Intersection over union, 0..1. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / (area(a) + area(b) - width * height);
}

/** One thing that a detector found: its box, its named points in the detector's order, its score 0..1. */
export interface Detection {
  readonly box: Box;
  readonly points: readonly Vec2[];
  readonly score: number;
}

/**
 * Joins detections that overlap by more than `limit` into one: geometry averaged by score (BlazeFace's weighted
 * suppression, arXiv:1907.05047 §4), or the best one's with `weighted` false; the score is the best one's. Best first.
 */
export function suppress(detections: readonly Detection[], limit: number, weighted: boolean): Detection[] {
  let rest = detections.toSorted((a, b) => b.score - a.score);
  const kept: Detection[] = [];
  while (rest.length > 0) {
    const best = rest[0]!;
    const same = rest.filter((other) => other === best || overlap(best.box, other.box) > limit);
    rest = rest.filter((other) => !same.includes(other));
    kept.push(weighted ? blend(same) : best);
  }
  return kept;
}

function blend(same: readonly Detection[]): Detection {
  const total = same.reduce((sum, { score }) => sum + score, 0);
  const mean = (value: (detection: Detection) => number) =>
    same.reduce((sum, detection) => sum + detection.score * value(detection), 0) / total;
  return {
    box: {
      x: mean(({ box }) => box.x),
      y: mean(({ box }) => box.y),
      width: mean(({ box }) => box.width),
      height: mean(({ box }) => box.height),
    },
    points: same[0]!.points.map((_, n) => ({
      x: mean((d) => d.points[n]!.x),
      y: mean((d) => d.points[n]!.y),
    })),
    score: same[0]!.score,
  };
}
