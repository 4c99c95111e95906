/** An upright picture: interleaved RGB, 8 bits a channel, sRGB; `data.length === width * height * 3`. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Rec. 601 luma of every pixel, 0..255, row by row. */
export function luma(raster: Raster): Float32Array {
  const { data } = raster;
  const out = new Float32Array(raster.width * raster.height);
  for (let i = 0, p = 0; i < out.length; i++, p += 3) {
    out[i] = 0.299 * data[p]! + 0.587 * data[p + 1]! + 0.114 * data[p + 2]!;
  }
  return out;
}
