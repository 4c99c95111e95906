import { jpegSegments } from "./jpeg-segments.ts";

/** Natural position of the k-th entry of a JPEG table (ISO/IEC 10918-1, figure A.6). */
const ZIG_ZAG = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46,
  53, 60, 61, 54, 47, 55, 62, 63,
];
const DEFINE_TABLES = 0xdb;

/**
 * Luma's 64 quantisation steps of a JPEG file, row by row; all ones for another file, whose pixels are not quantised.
 * A table that ends short is passed over.
 */
export function lumaSteps(content: Uint8Array): readonly number[] {
  const steps = new Array<number>(64).fill(1);
  for (const { marker, data } of jpegSegments(content)) {
    if (marker === DEFINE_TABLES) readTables(data, steps);
  }
  return steps;
}

/** Tables follow one another: precision and number in a byte, then 64 entries of one or two bytes (B.2.4.1). */
function readTables(data: Uint8Array, steps: number[]): void {
  for (let at = 0; at < data.length; ) {
    const [bytes, id] = [data[at]! >> 4 === 0 ? 1 : 2, data[at]! & 15];
    if (at + 1 + 64 * bytes > data.length) return;
    for (let k = 0; id === 0 && k < 64; k++) {
      const place = at + 1 + k * bytes;
      steps[ZIG_ZAG[k]!] = bytes === 1 ? data[place]! : data[place]! * 256 + data[place + 1]!;
    }
    at += 1 + 64 * bytes;
  }
}
