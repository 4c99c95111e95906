import { type Quad, quadSize } from "../../geometry/quad.ts";
import { centroid } from "../../geometry/transform.ts";

/**
 * Lines from top to bottom, and from left to right where they stand beside one another, on a page that may
 * tilt.
 */
export function inReadingOrder<Line extends { readonly quad: Quad }>(lines: readonly Line[]): Line[] {
  if (lines.length === 0) return [];
  const [from, to] = lines.reduce((a, b) => (quadSize(b.quad).width > quadSize(a.quad).width ? b : a)).quad;
  const tilt = Math.atan2(to.y - from.y, to.x - from.x);
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)];
  const placed = lines
    .map((line) => {
      const { x, y } = centroid(line.quad);
      return { line, across: x * cos + y * sin, down: y * cos - x * sin, height: quadSize(line.quad).height };
    })
    .sort((a, b) => a.down - b.down);
  const rows: (typeof placed)[] = [];
  for (const item of placed) {
    const row = rows.at(-1);
    if (row !== undefined && item.down - row[0]!.down < 0.5 * Math.min(item.height, row[0]!.height))
      row.push(item);
    else rows.push([item]);
  }
  return rows.flatMap((row) => row.toSorted((a, b) => a.across - b.across).map(({ line }) => line));
}
