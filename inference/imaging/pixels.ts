import { bytes, kernels, rooms } from "./kernels.ts";
import type { Raster } from "./raster.ts";

/**
 * Pixels as a model reads them, 0..255, with a batch of one in front; a model of float32 takes bytes, too.
 */
export interface PixelTensor {
  readonly data: Uint8Array;
  readonly dims: readonly [number, number, number, number];
}

/** One plane a channel, in the requested order: N × C × H × W, of 16 pixels or more. */
export function planes({ width, height, data }: Raster, order: "rgb" | "bgr"): PixelTensor {
  const size = width * height;
  const [from, to] = rooms(3 * size, 3 * size) as [number, number];
  bytes().set(data, from);
  kernels.planes(from, to, size);
  const out = bytes().slice(to, to + 3 * size);
  if (order === "bgr") {
    out.copyWithin(0, 2 * size);
    out.set(bytes().subarray(to, to + size), 2 * size);
  }
  return { data: out, dims: [1, 3, height, width] };
}

/** The raster with left and right exchanged. */
export function mirror({ width, height, data }: Raster): Raster {
  const out = new Uint8Array(data.length);
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0, from = (y * width + width - 1) * 3; x < width; x++, to += 3, from -= 3) {
      out[to] = data[from]!;
      out[to + 1] = data[from + 1]!;
      out[to + 2] = data[from + 2]!;
    }
  }
  return { width, height, data: out };
}
