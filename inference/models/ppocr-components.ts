import type { Vec2 } from "../geometry/transform.ts";

/** A connected region of the text map. */
interface Component {
  /** The corners of the ends of its rows of pixels. */
  readonly outline: readonly Vec2[];
  readonly pixels: number;
  /** Mean probability inside, 0..1. */
  readonly score: number;
}

/** The 8-connected regions of the map above the threshold. */
export function findComponents(
  map: Float32Array,
  width: number,
  height: number,
  threshold: number,
): Component[] {
  const seen = new Uint8Array(map.length);
  const found: Component[] = [];
  for (let start = 0; start < map.length; start++) {
    if (seen[start] === 1 || map[start]! <= threshold) continue;
    found.push(flood(map, width, height, threshold, seen, start));
  }
  return found;
}

function flood(
  map: Float32Array,
  width: number,
  height: number,
  threshold: number,
  seen: Uint8Array,
  start: number,
): Component {
  const rows = new Map<number, { left: number; right: number }>();
  const stack = [start];
  let [pixels, sum] = [0, 0];
  seen[start] = 1;
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)];
    pixels++;
    sum += map[at]!;
    const row = rows.get(y);
    if (row === undefined) rows.set(y, { left: x, right: x });
    else rows.set(y, { left: Math.min(row.left, x), right: Math.max(row.right, x) });
    for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++) {
      for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
        const next = ny * width + nx;
        if (seen[next] === 1 || map[next]! <= threshold) continue;
        seen[next] = 1;
        stack.push(next);
      }
    }
  }
  return { outline: [...rows].flatMap(([y, row]) => rowEnds(y, row)), pixels, score: sum / pixels };
}

/** The four corners of a row of pixels, so that a region one pixel high still has an area. */
const rowEnds = (y: number, { left, right }: { left: number; right: number }): Vec2[] => [
  { x: left, y },
  { x: right + 1, y },
  { x: left, y: y + 1 },
  { x: right + 1, y: y + 1 },
];
