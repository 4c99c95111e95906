import { type Box, whole } from "../geometry/boxes.ts";

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
const [REDS, GREENS, BLUES] = LUMA_THOUSANDTHS;

/** Rec. 601 luma, 0..255, of the pixel whose red is at `at` in a raster's data. */
export const lumaAt = (data: Uint8Array, at: number): number =>
  RED * data[at]! + GREEN * data[at + 1]! + BLUE * data[at + 2]!;

/** Rec. 601 luma of every pixel, 0..255, row by row. */
export const luma = (raster: Raster): Float32Array => lumaWithin(raster, whole(raster));

/** The same of a part of whole pixels inside the raster. Writes into `room` if that is large enough. */
export function lumaWithin({ width, data }: Raster, part: Box, room?: Float32Array): Float32Array {
  const size = part.width * part.height;
  const out = room?.subarray(0, size) ?? new Float32Array(size);
  for (let y = 0, at = 0; y < part.height; y++, at += part.width) {
    putLumaRow(data, ((part.y + y) * width + part.x) * 3, out, at, at + part.width);
  }
  return out;
}

/**
 * Luma of the pixels from `from` on, written from `at` up to `end`. Rounded to float32, both formulas give
 * the same bits for each of the 2²⁴ colours.
 */
function putLumaRow(data: Uint8Array, from: number, out: Float32Array, at: number, end: number): void {
  for (let to = at, p = from; to < end; to++, p += 3) {
    out[to] = (REDS * data[p]! + GREENS * data[p + 1]! + BLUES * data[p + 2]!) * 0.001;
  }
}
