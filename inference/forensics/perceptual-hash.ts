import { luma, type Raster } from "../imaging/raster.ts";
import { resize } from "../imaging/resize.ts";

const SIDE = 32;
const KEPT = 8;

/** cos of the DCT-II's first frequencies but the constant one: `BASIS[u][x]` is of frequency u + 1. */
const BASIS = Array.from({ length: KEPT }, (_, u) =>
  Float64Array.from({ length: SIDE }, (_, x) => Math.cos(((2 * x + 1) * (u + 1) * Math.PI) / (2 * SIDE))),
);

/**
 * 64-bit perceptual hash of a picture: the signs, against their median, of its 8 × 8 lowest DCT frequencies at 32 × 32
 * pixels (after C. Zauner, Implementation and Benchmarking of Perceptual Image Hash Functions, 2010). Pictures that look
 * alike differ in few bits; resizing and compressing change at most a handful.
 */
export async function perceptualHash(raster: Raster): Promise<bigint> {
  const grey = luma(await resize(raster, SIDE, SIDE));
  const coefficients = BASIS.flatMap((rows) => BASIS.map((columns) => project(grey, rows, columns)));
  const median = coefficients.toSorted((a, b) => a - b)[coefficients.length / 2]!;
  return coefficients.reduce((hash, value) => (hash << 1n) | (value >= median ? 1n : 0n), 0n);
}

function project(grey: Float32Array, rows: Float64Array, columns: Float64Array): number {
  let sum = 0;
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) sum += grey[y * SIDE + x]! * rows[y]! * columns[x]!;
  }
  return sum;
}
