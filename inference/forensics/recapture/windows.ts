import type { Box } from "../../geometry/boxes.ts";
import type { Raster } from "../../imaging/raster.ts";
import type { Tensor } from "../../runtime/tensors.ts";

/** How many windows are looked at in each direction, at most. */
export interface Spread {
  readonly across: number;
  readonly down: number;
}

/**
 * Square windows of a part of a picture, spread evenly over it, half of one over the next at most: [windows, 3, size, size],
 * RGB, 0..255. Null where not one fits.
 */
export function spreadWindows(raster: Raster, box: Box, size: number, spread: Spread): Tensor | null {
  const [left, top] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))];
  const columns = starts(left, Math.min(raster.width, Math.ceil(box.x + box.width)), size, spread.across);
  const rows = starts(top, Math.min(raster.height, Math.ceil(box.y + box.height)), size, spread.down);
  const count = columns.length * rows.length;
  if (count === 0) return null;
  const data = new Float32Array(count * 3 * size * size);
  rows.forEach((y, row) => {
    columns.forEach((x, column) => {
      copyWindow(raster, x, y, size, data, (row * columns.length + column) * 3 * size * size);
    });
  });
  return { data, dims: [count, 3, size, size] };
}

/** Evenly spread first pixels of the windows between two ends. */
function starts(from: number, to: number, size: number, most: number): number[] {
  const room = to - from - size;
  const count = room < 0 ? 0 : Math.min(most, 1 + Math.floor(room / (size / 2)));
  return Array.from({ length: count }, (_, i) =>
    Math.round(from + (count === 1 ? room / 2 : (room * i) / (count - 1))),
  );
}

function copyWindow(
  raster: Raster,
  left: number,
  top: number,
  size: number,
  to: Float32Array,
  at: number,
): void {
  const plane = size * size;
  for (let y = 0, i = at; y < size; y++) {
    for (let x = 0, p = ((top + y) * raster.width + left) * 3; x < size; x++, i++, p += 3) {
      to[i] = raster.data[p]!;
      to[i + plane] = raster.data[p + 1]!;
      to[i + 2 * plane] = raster.data[p + 2]!;
    }
  }
}
