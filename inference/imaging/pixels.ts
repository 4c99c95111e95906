import type { Raster } from "./raster.ts";

/**
 * Pixels as a model reads them, 0..255, with a batch of one in front; a model of float32 takes bytes, too.
 */
export interface PixelTensor {
  readonly data: Uint8Array;
  readonly dims: readonly [number, number, number, number];
}

/** One plane a channel, in the requested order: N × C × H × W. */
export function planes({ width, height, data }: Raster, order: "rgb" | "bgr"): PixelTensor {
  const size = width * height;
  const out = new Uint8Array(3 * size);
  for (let channel = 0; channel < 3; channel++) {
    const source = order === "rgb" ? channel : 2 - channel;
    for (let i = 0; i < size; i++) out[channel * size + i] = data[i * 3 + source]!;
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
