import { homography, type Transform, type Vec2 } from "./transform.ts";

/** Four corners: top left, top right, bottom right, bottom left, as the content is read. */
export type Quad = readonly [Vec2, Vec2, Vec2, Vec2];

export const distance = (a: Vec2, b: Vec2): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Mean length of the top and bottom edges, and of the left and right ones. */
export function quadSize([tl, tr, br, bl]: Quad): { width: number; height: number } {
  return {
    width: (distance(tl, tr) + distance(bl, br)) / 2,
    height: (distance(tl, bl) + distance(tr, br)) / 2,
  };
}

/**
 * The map from a raster of the given size to the quadrilateral: the transform that `warp` needs to rectify
 * it.
 */
export function flattening(quad: Quad, width: number, height: number): Transform {
  return homography(rectangle(0, 0, width, height), quad);
}

export function rectangle(x: number, y: number, width: number, height: number): Quad {
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
}
