import type { Box } from "../../geometry/boxes.ts";
import type { Raster } from "../../imaging/raster.ts";

/**
 * Green values of a part of the image, in lines of pixels. Green carries most of a pixel's light, and less of
 * a sensor's interpolation than red and blue. A line's pixel is at `first + line * across + pixel * along`.
 */
export interface Levels {
  readonly data: Uint8Array;
  readonly first: number;
  readonly lines: number;
  readonly across: number;
  readonly along: number;
}

/** A part's rows, in place. */
export function greenRows({ width, data }: Raster, part: Box): Levels {
  const first = (part.y * width + part.x) * 3 + 1;
  return { data, first, lines: part.height, across: width * 3, along: 3 };
}

/** Rows that are transposed together: a line of the processor's cache of each column. */
const STRIP = 64;

/** A part's columns, copied one after the other: reading down a large image misses the cache. */
export function greenColumns(raster: Raster, { x, y: top, width, height }: Box): Levels {
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += STRIP) {
    const strip = { x, y: top + y, width, height: Math.min(STRIP, height - y) };
    putColumns(raster, strip, data.subarray(y), height);
  }
  return { data, first: 0, lines: width, across: height, along: 1 };
}

/** Writes a strip's columns, each `across` from the one before. */
function putColumns({ width, data }: Raster, strip: Box, into: Uint8Array, across: number): void {
  const stride = width * 3;
  const from = (strip.y * width + strip.x) * 3 + 1;
  const rows = strip.height;
  for (let x = 0; x < strip.width; x++) {
    for (let y = 0, at = x * across, p = from + x * 3; y < rows; y++, p += stride) into[at + y] = data[p]!;
  }
}
