import sharp from "sharp";
import type { Raster } from "./raster.ts";

/** Gradient of an image, row by row. */
export interface Gradient {
  readonly width: number;
  readonly height: number;
  /**
   * Of the channel with the strongest gradient, so that a border between two colours of equal brightness
   * shows; 0 on the frame.
   */
  readonly x: Float32Array;
  readonly y: Float32Array;
}

/**
 * Sobel's gradient after a Gaussian blur of `blur` pixels: eight times the change of a channel from pixel to
 * pixel.
 */
export async function gradient(raster: Raster, blur: number): Promise<Gradient> {
  const { width, height } = raster;
  const { data } = await sharp(raster.data, { raw: { width, height, channels: 3 } })
    .blur(blur)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sobel(data, width, height);
}

/** This loop destructures no arrays: before the compiler optimises the loop, each pair would be allocated. */
function sobel(data: Uint8Array, width: number, height: number): Gradient {
  const [x, y] = [new Float32Array(width * height), new Float32Array(width * height)];
  const stride = width * 3;
  for (let row = 1; row < height - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      let strongest = 0;
      const from = row * stride + column * 3;
      for (let at = from; at < from + 3; at++) {
        const above = at - stride;
        const below = at + stride;
        const rising = data[below + 3]! - data[above - 3]!;
        const falling = data[below - 3]! - data[above + 3]!;
        const gx = rising - falling + 2 * (data[at + 3]! - data[at - 3]!);
        const gy = rising + falling + 2 * (data[below]! - data[above]!);
        const strength = gx * gx + gy * gy;
        if (strength <= strongest) continue;
        strongest = strength;
        x[row * width + column] = gx;
        y[row * width + column] = gy;
      }
    }
  }
  return { width, height, x, y };
}

/** The 4-neighbour Laplacian of a plane of luma, row by row; 0 on the border. */
export function laplacian(plane: Float32Array, width: number, height: number): Float32Array {
  const out = new Float32Array(plane.length);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      out[at] = plane[at - 1]! + plane[at + 1]! + plane[at - width]! + plane[at + width]! - 4 * plane[at]!;
    }
  }
  return out;
}
