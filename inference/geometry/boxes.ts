import type { Vec2 } from "./transform.ts";

/** An axis-aligned box in pixels; it may reach past the image's edges. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The size of an image, in pixels. */
type Size = Pick<Box, "width" | "height">;

export const area = (box: Box): number => box.width * box.height;

export const centre = (box: Box): Vec2 => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** All of an image. */
export const whole = ({ width, height }: Size): Box => ({ x: 0, y: 0, width, height });

/** The smallest box around the points. */
export function boundingBox(points: readonly Vec2[]): Box {
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** The smallest box around boxes. */
export const around = (...boxes: readonly Box[]): Box =>
  boundingBox(
    boxes.flatMap(({ x, y, width, height }) => [
      { x, y },
      { x: x + width, y: y + height },
    ]),
  );

export const shifted = ({ x, y, width, height }: Box, by: Vec2): Box => ({
  x: x + by.x,
  y: y + by.y,
  width,
  height,
});

/** The same box in an image that was resized by a factor. */
export const scaled = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x * by,
  y: y * by,
  width: width * by,
  height: height * by,
});

/** The box, its width and height multiplied, about its centre. */
export function stretched(box: Box, across: number, down = across): Box {
  const [width, height] = [box.width * across, box.height * down];
  return { x: box.x - (width - box.width) / 2, y: box.y - (height - box.height) / 2, width, height };
}

/** The box extended by this many pixels on each side. */
export const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

/**
 * The part of a box inside an image, at least `margin` pixels from its edges; width or height is 0 if the box
 * lies outside.
 */
export function clipped(box: Box, { width, height }: Size, margin = 0): Box {
  const [x, y] = [Math.max(margin, box.x), Math.max(margin, box.y)];
  return {
    x,
    y,
    width: Math.max(0, Math.min(width - margin, box.x + box.width) - x),
    height: Math.max(0, Math.min(height - margin, box.y + box.height) - y),
  };
}

/** The smallest box of whole pixels around a box. */
export function outward({ x, y, width, height }: Box): Box {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  return { x: left, y: top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top };
}

/** The largest box of whole pixels within a box. */
export function inward({ x, y, width, height }: Box): Box {
  const [left, top] = [Math.ceil(x), Math.ceil(y)];
  return { x: left, y: top, width: Math.floor(x + width) - left, height: Math.floor(y + height) - top };
}

/** Whether a point lies in a box; the left and top edges count as inside, the others do not. */
export const contains = ({ x, y, width, height }: Box, point: Vec2): boolean =>
  point.x >= x && point.x < x + width && point.y >= y && point.y < y + height;

/** Whether two boxes have an area in common. */
export const meets = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Intersection over union, 0..1. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / (area(a) + area(b) - width * height);
}
