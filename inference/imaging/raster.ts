import type { Box } from "../geometry/boxes.ts";

/** An upright picture: interleaved RGB, 8 bits a channel, sRGB; `data.length === width * height * 3`. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Rec. 601 luma, 0..255. */
export const lumaOf = (red: number, green: number, blue: number): number =>
  0.299 * red + 0.587 * green + 0.114 * blue;

/** The same of the pixel whose red stands at `at` in a raster's data. */
export const lumaAt = (data: Uint8Array, at: number): number =>
  lumaOf(data[at]!, data[at + 1]!, data[at + 2]!);

/** Rec. 601 luma of every pixel, 0..255, row by row. */
export const luma = (raster: Raster): Float32Array =>
  lumaWithin(raster, { x: 0, y: 0, width: raster.width, height: raster.height });

/** The same of a part of whole pixels that lies in the raster. */
export function lumaWithin({ width, data }: Raster, part: Box): Float32Array {
  const out = new Float32Array(part.width * part.height);
  for (let y = 0, at = 0; y < part.height; y++) {
    let p = ((part.y + y) * width + part.x) * 3;
    for (let x = 0; x < part.width; x++, p += 3) out[at++] = lumaAt(data, p);
  }
  return out;
}
