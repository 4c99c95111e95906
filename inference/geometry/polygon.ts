import type { Vec2 } from "./transform.ts";

/** 1 for each pixel, row by row, whose centre lies inside of the closed polygon (even-odd rule), else 0. */
export function insidePolygon(corners: readonly Vec2[], width: number, height: number): Uint8Array {
  const mask = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const crossings = rowCrossings(corners, row + 0.5);
    for (let n = 0; n + 1 < crossings.length; n += 2) {
      const from = Math.max(0, Math.ceil(crossings[n]! - 0.5));
      const to = Math.min(width, Math.ceil(crossings[n + 1]! - 0.5));
      if (to > from) mask.fill(1, row * width + from, row * width + to);
    }
  }
  return mask;
}

/** The x values at which the horizontal line at `y` crosses the outline, left to right. */
function rowCrossings(corners: readonly Vec2[], y: number): number[] {
  return corners
    .flatMap((a, n) => {
      const b = corners[(n + 1) % corners.length]!;
      return a.y <= y !== b.y <= y ? [a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)] : [];
    })
    .sort((a, b) => a - b);
}
