import sharp from "sharp";
import type { Raster } from "./raster.ts";

/** Where and which way a picture's values change, row by row. */
export interface Gradient {
  readonly width: number;
  readonly height: number;
  /** Of the channel that changes most, so that a border between two colours of one brightness shows; 0 on the frame. */
  readonly x: Float32Array;
  readonly y: Float32Array;
}

/** Sobel's gradient after a Gaussian blur of `blur` pixels: eight times the change of a channel from pixel to pixel. */
export async function gradient(raster: Raster, blur: number): Promise<Gradient> {
  const { width, height } = raster;
  const { data } = await sharp(raster.data, { raw: { width, height, channels: 3 } })
    .blur(blur)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const found = { width, height, x: new Float32Array(width * height), y: new Float32Array(width * height) };
  const stride = width * 3;
  for (let row = 1; row < height - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      let strongest = 0;
      for (let c = 0; c < 3; c++) {
        const at = row * stride + column * 3 + c;
        const [nw, n, ne] = [data[at - stride - 3]!, data[at - stride]!, data[at - stride + 3]!];
        const [w, e] = [data[at - 3]!, data[at + 3]!];
        const [sw, s, se] = [data[at + stride - 3]!, data[at + stride]!, data[at + stride + 3]!];
        const gx = ne + 2 * e + se - nw - 2 * w - sw;
        const gy = sw + 2 * s + se - nw - 2 * n - ne;
        const strength = gx * gx + gy * gy;
        if (strength <= strongest) continue;
        strongest = strength;
        found.x[row * width + column] = gx;
        found.y[row * width + column] = gy;
      }
    }
  }
  return found;
}
