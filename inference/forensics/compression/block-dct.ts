import { type Box, clipped, inward } from "../../geometry/boxes.ts";
import { LUMA, type Raster } from "../../imaging/raster.ts";
import type { Net } from "../../runtime/session.ts";
import { BLOCK, type GridOrigin } from "../upload/jpeg-grid.ts";
import { FREQUENCIES } from "./block-dct-graph.ts";

/** Whole blocks of a grid within a box. */
export interface BlockGrid {
  readonly columns: number;
  readonly rows: number;
  /** The first block's place in the raster, in pixels. */
  readonly left: number;
  readonly top: number;
}

export function blocksWithin(raster: Raster, box: Box, origin: GridOrigin): BlockGrid {
  const { x, y, width, height } = clipped(inward(box), raster);
  const [left, top] = [firstBlock(x, origin.x), firstBlock(y, origin.y)];
  const columns = Math.max(0, Math.floor((x + width - left) / BLOCK));
  const rows = Math.max(0, Math.floor((y + height - top) / BLOCK));
  return { columns, rows, left, top };
}

/** Coordinate of the first whole block from a pixel on. */
export const firstBlock = (from: number, origin: number): number =>
  origin + Math.ceil(Math.max(0, from - origin) / BLOCK) * BLOCK;

/** Channel levels at which clipping has changed the coefficients. */
const CLIPPED = { dark: 1, bright: 254 };
/** Blocks for one run of the graph: half a megabyte. */
const BATCH = 2048;

/**
 * DCT coefficients of luma, for each of `FREQUENCIES` magnitudes by block, row by row; 0 in blocks where a
 * channel is clipped. `net` runs the graph `block_dct`. Of the rows of blocks, one in `every` is looked at.
 */
export async function blockDct(
  net: Net,
  raster: Raster,
  grid: BlockGrid,
  every = 1,
): Promise<readonly Float32Array[]> {
  const count = grid.columns * Math.ceil(grid.rows / every);
  const magnitudes = FREQUENCIES.map(() => new Float32Array(count));
  const room = new Float32Array(Math.min(BATCH, count) * BLOCK ** 2);
  for (let from = 0; from < count; from += BATCH) {
    const size = Math.min(BATCH, count - from);
    const blocks = room.subarray(0, size * BLOCK ** 2);
    for (let i = 0; i < size; i++) {
      const x = grid.left + ((from + i) % grid.columns) * BLOCK;
      const y = grid.top + Math.floor((from + i) / grid.columns) * every * BLOCK;
      putLuma(raster, x, y, BLOCK, blocks, i * BLOCK ** 2);
    }
    const found = await net.run({ blocks: { data: blocks, dims: [size, BLOCK ** 2] } });
    const data = found.magnitudes!.data as Float32Array;
    magnitudes.forEach((values, f) => {
      values.set(data.subarray(f * size, (f + 1) * size), from);
    });
  }
  return magnitudes;
}

/** A channel level's share of luma; NaN for a clipped level. */
const [RED, GREEN, BLUE] = LUMA.map((weight) =>
  Float64Array.from({ length: 256 }, (_, level) =>
    level <= CLIPPED.dark || level >= CLIPPED.bright ? Number.NaN : weight * level,
  ),
) as [Float64Array, Float64Array, Float64Array];

/**
 * Writes Rec. 601 luma of a square of pixels, row by row from `start` on; zeros where a channel is clipped.
 */
export function putLuma(
  { width, data }: Raster,
  left: number,
  top: number,
  side: number,
  into: Float32Array,
  start: number,
): void {
  for (let y = 0, at = start; y < side; y++) {
    const from = ((top + y) * width + left) * 3;
    for (let p = from; p < from + side * 3; p += 3, at++) {
      const luma = RED[data[p]!]! + GREEN[data[p + 1]!]! + BLUE[data[p + 2]!]!;
      if (Number.isNaN(luma)) {
        into.fill(0, start, start + side * side);
        return;
      }
      into[at] = luma;
    }
  }
}
