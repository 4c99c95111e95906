import type { Net } from "../engine/session.ts";
import type { Box } from "../geometry/boxes.ts";
import type { Raster } from "../imaging/raster.ts";
import { BLOCK, FREQUENCIES } from "../onnx/forensics/block-dct.ts";

export { BLOCK };

/** Where the JPEG grid of the file begins in its upright picture: 0..7 pixels from the left and from the top. */
export interface GridOrigin {
  readonly x: number;
  readonly y: number;
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

/** Whole blocks of a grid within a box. */
export interface BlockGrid {
  readonly columns: number;
  readonly rows: number;
  /** The first block's place in the raster, in pixels. */
  readonly left: number;
  readonly top: number;
}

export function blocksWithin(raster: Raster, box: Box, origin: GridOrigin): BlockGrid {
  const left = origin.x + Math.ceil(Math.max(0, box.x - origin.x) / BLOCK) * BLOCK;
  const top = origin.y + Math.ceil(Math.max(0, box.y - origin.y) / BLOCK) * BLOCK;
  const columns = Math.max(0, Math.floor((Math.min(raster.width, box.x + box.width) - left) / BLOCK));
  const rows = Math.max(0, Math.floor((Math.min(raster.height, box.y + box.height) - top) / BLOCK));
  return { columns, rows, left, top };
}

/** Luma from which on, and up to which, clipping has changed a block's coefficients. */
export const CLIPPED = { dark: 2, bright: 253 };
/** Blocks that the graph is given at once: half a megabyte. */
const BATCH = 2048;

/**
 * DCT coefficients of luma, for each of `FREQUENCIES` magnitudes by block, row by row; 0 in blocks that touch black or
 * white. `net` runs the graph `block_dct`.
 */
export async function blockDct(net: Net, raster: Raster, grid: BlockGrid): Promise<readonly Float32Array[]> {
  const count = grid.columns * grid.rows;
  const magnitudes = FREQUENCIES.map(() => new Float32Array(count));
  for (let from = 0; from < count; from += BATCH) {
    const size = Math.min(BATCH, count - from);
    const data = lumaOfBlocks(raster, grid, from, size);
    const result = await net.run({ blocks: { data, dims: [size, BLOCK ** 2] } });
    const { darkest, brightest } = result;
    for (const [f, values] of magnitudes.entries()) {
      const found = result.magnitudes!.data.subarray(f * size, (f + 1) * size) as Float32Array;
      for (let i = 0; i < size; i++) {
        const clipped = darkest!.data[i]! <= CLIPPED.dark || brightest!.data[i]! >= CLIPPED.bright;
        values[from + i] = clipped ? 0 : found[i]!;
      }
    }
  }
  return magnitudes;
}

/** Blocks one after the other, as the graph takes them. */
function lumaOfBlocks({ width, data }: Raster, grid: BlockGrid, from: number, size: number): Float32Array {
  const luma = new Float32Array(size * BLOCK ** 2);
  for (let i = 0, at = 0; i < size; i++) {
    const x = grid.left + ((from + i) % grid.columns) * BLOCK;
    const y = grid.top + Math.floor((from + i) / grid.columns) * BLOCK;
    for (let row = 0; row < BLOCK; row++) {
      for (let n = 0, p = ((y + row) * width + x) * 3; n < BLOCK; n++, at++, p += 3) {
        luma[at] = 0.299 * data[p]! + 0.587 * data[p + 1]! + 0.114 * data[p + 2]!;
      }
    }
  }
  return luma;
}
