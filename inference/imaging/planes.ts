import type { Raster } from "./raster.ts";

/** How a net wants its pixels: order of channels, and `(value - mean) * scale` for each, means in that order. */
export interface PixelFormat {
  readonly order: "rgb" | "bgr";
  readonly mean: readonly [number, number, number];
  readonly scale: number;
}

/** The raster as one float plane per channel (N × C × H × W with N = 1, C = 3), left to right, or mirrored. */
export function planes(
  { width, height, data }: Raster,
  { order, mean, scale }: PixelFormat,
  mirrored = false,
): { data: Float32Array; dims: [1, 3, number, number] } {
  const out = new Float32Array(3 * width * height);
  for (let channel = 0; channel < 3; channel++) {
    const source = order === "rgb" ? channel : 2 - channel;
    for (let y = 0, at = channel * width * height; y < height; y++) {
      for (let x = 0; x < width; x++, at++) {
        const column = mirrored ? width - 1 - x : x;
        out[at] = (data[(y * width + column) * 3 + source]! - mean[channel]!) * scale;
      }
    }
  }
  return { data: out, dims: [1, 3, height, width] };
}
