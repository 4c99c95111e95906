import { type Box, clipped, outward } from "../../geometry/boxes.ts";
import type { Raster } from "../../imaging/raster.ts";
import type { Tensor } from "../../runtime/tensors.ts";

/** Largest number of windows in each direction. */
interface Spread {
  readonly across: number;
  readonly down: number;
}

/**
 * Square windows spread evenly over a part of an image, each overlapping the next by half at most, a row of
 * windows at a time: [windows, 3, size, size], RGB, 0..255. All rows reuse one buffer. Yields nothing if no
 * window fits.
 */
export function* spreadWindows(raster: Raster, box: Box, size: number, spread: Spread): Generator<Tensor> {
  const part = clipped(outward(box), raster);
  const columns = starts(part.x, part.width, size, spread.across);
  const rows = starts(part.y, part.height, size, spread.down);
  const data = new Float32Array(columns.length * 3 * size * size);
  for (const y of rows) {
    for (const [column, x] of columns.entries()) {
      copyWindow(raster, x, y, size, data, column * 3 * size * size);
    }
    if (data.length > 0) yield { data, dims: [columns.length, 3, size, size] };
  }
}

/** First pixels of the windows, spread evenly over a length. */
function starts(from: number, length: number, size: number, most: number): number[] {
  const room = length - size;
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
