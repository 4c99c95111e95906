import type { Box } from "../geometry/boxes.ts";
import type { Raster } from "../imaging/raster.ts";

/** Side of a JPEG block, in pixels. */
export const BLOCK = 8;

/** Row and column of the low frequencies that carry most of what a JPEG keeps. */
export const FREQUENCIES: readonly (readonly [row: number, column: number])[] = [
  [0, 1],
  [1, 0],
  [1, 1],
  [0, 2],
  [2, 0],
  [1, 2],
  [2, 1],
  [0, 3],
  [3, 0],
  [2, 2],
  [1, 3],
  [3, 1],
];
const HIGHEST = 3;

/** DCT coefficients of luma for whole blocks on the JPEG grid. */
export interface BlockDct {
  readonly columns: number;
  readonly rows: number;
  /** The grid's origin in the raster, in pixels. */
  readonly left: number;
  readonly top: number;
  /** For each of `FREQUENCIES`, magnitudes by block, row by row; 0 in blocks that touch black or white. */
  readonly magnitudes: readonly Float32Array[];
}

/** EXIF orientations that put the file's last row or column at the picture's left or top. */
const FROM_RIGHT: ReadonlySet<number> = new Set([2, 3, 6, 7]);
const FROM_BOTTOM: ReadonlySet<number> = new Set([3, 4, 7, 8]);

/** The grid's origin in a picture that was turned upright by its EXIF orientation, 1..8. */
export function gridOrigin({ width, height }: Raster, orientation: number): GridOrigin {
  return {
    x: FROM_RIGHT.has(orientation) ? width % BLOCK : 0,
    y: FROM_BOTTOM.has(orientation) ? height % BLOCK : 0,
  };
}

const BASIS = Array.from({ length: HIGHEST + 1 }, (_, u) =>
  Float32Array.from(
    { length: BLOCK },
    (_, x) => Math.sqrt(u === 0 ? 1 / 8 : 1 / 4) * Math.cos(((2 * x + 1) * u * Math.PI) / 16),
  ),
);

/** Where the JPEG grid of the file begins in its upright picture: 0..7 pixels from the left and from the top. */
export interface GridOrigin {
  readonly x: number;
  readonly y: number;
}

/** Transforms the blocks that lie wholly within the box. */
export function blockDct(raster: Raster, box: Box, origin: GridOrigin): BlockDct {
  const left = origin.x + Math.ceil(Math.max(0, box.x - origin.x) / BLOCK) * BLOCK;
  const top = origin.y + Math.ceil(Math.max(0, box.y - origin.y) / BLOCK) * BLOCK;
  const columns = Math.max(0, Math.floor((Math.min(raster.width, box.x + box.width) - left) / BLOCK));
  const rows = Math.max(0, Math.floor((Math.min(raster.height, box.y + box.height) - top) / BLOCK));
  const magnitudes = FREQUENCIES.map(() => new Float32Array(columns * rows));
  const block = new Float32Array(BLOCK * BLOCK);
  const half = new Float32Array((HIGHEST + 1) * BLOCK);
  for (let i = 0; i < columns * rows; i++) {
    const [x, y] = [left + (i % columns) * BLOCK, top + Math.floor(i / columns) * BLOCK];
    if (loadBlock(raster, x, y, block)) transform(block, half, magnitudes, i);
  }
  return { columns, rows, left, top, magnitudes };
}

/** Luma of one block; false when it touches black or white, where clipping has changed the coefficients. */
function loadBlock({ width, data }: Raster, left: number, top: number, block: Float32Array): boolean {
  let [low, high] = [255, 0];
  for (let y = 0, at = 0; y < BLOCK; y++) {
    for (let x = 0, p = ((top + y) * width + left) * 3; x < BLOCK; x++, at++, p += 3) {
      const value = 0.299 * data[p]! + 0.587 * data[p + 1]! + 0.114 * data[p + 2]!;
      if (value < low) low = value;
      if (value > high) high = value;
      block[at] = value;
    }
  }
  return low >= 4 && high <= 251;
}

function transform(
  block: Float32Array,
  half: Float32Array,
  magnitudes: readonly Float32Array[],
  i: number,
): void {
  for (let u = 0; u <= HIGHEST; u++) {
    const basis = BASIS[u]!;
    for (let y = 0; y < BLOCK; y++) {
      let sum = 0;
      for (let x = 0; x < BLOCK; x++) sum += basis[x]! * block[y * BLOCK + x]!;
      half[u * BLOCK + y] = sum;
    }
  }
  for (let f = 0; f < FREQUENCIES.length; f++) {
    const [row, column] = FREQUENCIES[f]!;
    const basis = BASIS[row]!;
    let sum = 0;
    for (let y = 0; y < BLOCK; y++) sum += basis[y]! * half[column * BLOCK + y]!;
    magnitudes[f]![i] = Math.abs(sum);
  }
}
