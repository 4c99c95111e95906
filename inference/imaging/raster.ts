import { type Box, whole } from "../geometry/boxes.ts";
import { floats, kernels, putPart, rooms } from "./kernels.ts";

/** An upright image: interleaved RGB, 8 bits a channel, sRGB; `data.length === width * height * 3`. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Weights of red, green and blue in Rec. 601 luma. */
export const LUMA = [0.299, 0.587, 0.114] as const;
const [RED, GREEN, BLUE] = LUMA;
/** The same in thousandths: whole numbers take one conversion to a float instead of three. */
export const LUMA_THOUSANDTHS = [299, 587, 114] as const;

/** Rec. 601 luma, 0..255, of the pixel whose red is at `at` in a raster's data. */
export const lumaAt = (data: Uint8Array, at: number): number =>
  RED * data[at]! + GREEN * data[at + 1]! + BLUE * data[at + 2]!;

/** Rec. 601 luma of every pixel, 0..255, row by row. */
export const luma = (raster: Raster): Float32Array => lumaWithin(raster, whole(raster));

/** Pixels that are converted at once, so that they stay in the processor's cache. */
const STRIP = 2 ** 16;

/** The same of a part of whole pixels inside the raster. Writes into `room` if that is large enough. */
export function lumaWithin(raster: Raster, part: Box, room?: Float32Array): Float32Array {
  const size = part.width * part.height;
  const out = room?.subarray(0, size) ?? new Float32Array(size);
  const most = Math.max(1, Math.floor(STRIP / part.width));
  const [from, to] = rooms(3 * most * part.width, 4 * most * part.width) as [number, number];
  for (let row = 0; row < part.height; row += most) {
    const height = Math.min(most, part.height - row);
    putPart(raster, { ...part, y: part.y + row, height }, from, 3 * part.width);
    kernels.luma(from, to, height * part.width);
    out.set(floats(to, height * part.width), row * part.width);
  }
  return out;
}
