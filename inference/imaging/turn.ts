import { IDENTITY, type Transform } from "../geometry/transform.ts";
import { bytes, kernels, rooms } from "./kernels.ts";
import { mirror } from "./pixels.ts";
import type { Raster } from "./raster.ts";

/** Quarter turns, clockwise. */
export type QuarterTurns = 0 | 1 | 2 | 3;

/** Columns that are turned together: a whole row of a large image, read down a column, leaves the cache. */
const STRIP = 64;

/** The raster, turned clockwise. */
export function turn(raster: Raster, turns: QuarterTurns): Raster {
  if (turns === 0) return raster;
  const { width, height, data } = raster;
  if (turns === 2) return { width, height, data: reversed(data) };
  const [w, h] = [height, width];
  const out = new Uint8Array(data.length);
  // Index of the target's first pixel in the source, and the steps to the next pixel right and down.
  const [first, right, down] = {
    1: [(height - 1) * width, -width, 1],
    3: [width - 1, width, -1],
  }[turns] as [number, number, number];
  for (let strip = 0; strip < w; strip += STRIP) {
    const end = Math.min(w, strip + STRIP);
    for (let y = 0; y < h; y++) {
      let from = (first + y * down + strip * right) * 3;
      for (let at = (y * w + strip) * 3; at < (y * w + end) * 3; at += 3, from += right * 3) {
        out[at] = data[from]!;
        out[at + 1] = data[from + 1]!;
        out[at + 2] = data[from + 2]!;
      }
    }
  }
  return { width: w, height: h, data: out };
}

/** Pixels that are reversed at once, so that they stay in the processor's cache. */
const REVERSED = 2 ** 16;

/** The pixels in reverse order. */
function reversed(data: Uint8Array): Uint8Array {
  const out = new Uint8Array(data.length);
  const most = 3 * REVERSED;
  const [from, to] = rooms(most, most) as [number, number];
  for (let at = 0; at < data.length; at += most) {
    const some = data.subarray(at, at + most);
    bytes().set(some, from);
    kernels.reverse(from, to, some.length / 3);
    out.set(bytes().subarray(to, to + some.length), data.length - at - some.length);
  }
  return out;
}

/** The map from coordinates of the rotated raster to those of the raster of the given size. */
export function unturning(
  { width, height }: { width: number; height: number },
  turns: QuarterTurns,
): Transform {
  switch (turns) {
    case 0:
      return IDENTITY;
    case 1:
      return [0, 1, 0, -1, 0, height, 0, 0, 1];
    case 2:
      return [-1, 0, width, 0, -1, height, 0, 0, 1];
    case 3:
      return [0, -1, width, 1, 0, 0, 0, 0, 1];
  }
}

/** The steps that make an image upright: mirror left and right first, then rotate clockwise. */
interface Righting {
  readonly mirrored: boolean;
  readonly turns: QuarterTurns;
}

/** By EXIF orientation, 1 to 8. */
const RIGHTINGS: readonly Righting[] = [
  { mirrored: false, turns: 0 },
  { mirrored: true, turns: 0 },
  { mirrored: false, turns: 2 },
  { mirrored: true, turns: 2 },
  { mirrored: true, turns: 3 },
  { mirrored: false, turns: 1 },
  { mirrored: true, turns: 1 },
  { mirrored: false, turns: 3 },
];

/** The upright image of an EXIF orientation. An unknown orientation leaves it unchanged. */
export function upright(raster: Raster, orientation: number | undefined): Raster {
  const { mirrored, turns } = RIGHTINGS[(orientation ?? 1) - 1] ?? RIGHTINGS[0]!;
  return turn(mirrored ? mirror(raster) : raster, turns);
}
