import { type Box, clipped, inward } from "../../geometry/boxes.ts";
import { floats, kernels, putPart, rooms } from "../../imaging/kernels.ts";
import { LUMA_THOUSANDTHS, type Raster } from "../../imaging/raster.ts";
import { GraphBuilder } from "../../onnx/graph.ts";
import type { Model } from "../../runtime/session.ts";
import { BLOCK, type GridOrigin } from "../upload/jpeg-grid.ts";

/** Row and column of the lowest frequencies without the mean, which carry most of a JPEG's information. */
export const FREQUENCIES: readonly (readonly [row: number, column: number])[] = Array.from(
  { length: 5 },
  (_, n) => Array.from({ length: n + 2 }, (_, row) => [row, n + 1 - row] as const),
).flat();

/**
 * Discrete cosine transform of 8 × 8 blocks (ISO/IEC 10918-1, A.3.3), as one product of matrices. `blocks`
 * [blocks, 64]: luma, row by row, 0..255. `magnitudes` [FREQUENCIES.length, blocks]: absolute coefficients.
 */
export function buildBlockDct(): Uint8Array {
  const graph = new GraphBuilder("block_dct");
  const blocks = graph.input("blocks", ["blocks", BLOCK * BLOCK]);
  const basis = graph.floats(FREQUENCIES.flatMap(basisImage), [FREQUENCIES.length, BLOCK * BLOCK]);
  const coefficients = graph.node("Gemm", [basis, blocks], { transB: 1 });
  graph.output("magnitudes", graph.node("Abs", [coefficients]), [FREQUENCIES.length, "blocks"]);
  return graph.encode();
}

/** Weights of a block's pixels in a coefficient, row by row. */
export function basisImage([row, column]: readonly [number, number]): number[] {
  return Array.from({ length: BLOCK * BLOCK }, (_, i) => {
    return wave(row, Math.floor(i / BLOCK)) * wave(column, i % BLOCK);
  });
}

const wave = (frequency: number, place: number) =>
  Math.sqrt((frequency === 0 ? 1 : 2) / BLOCK) * Math.cos(((2 * place + 1) * frequency * Math.PI) / 16);

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
 * DCT coefficients of luma: for each of `FREQUENCIES`, the magnitudes by block, row by row; 0 in blocks where
 * a channel is clipped. `model` runs the graph `block_dct`. One in `every` rows of blocks is analysed.
 */
export async function blockDct(
  model: Model,
  raster: Raster,
  grid: BlockGrid,
  every = 1,
): Promise<readonly Float32Array[]> {
  const { columns } = grid;
  const rows = Math.ceil(grid.rows / every);
  const magnitudes = FREQUENCIES.map(() => new Float32Array(columns * rows));
  if (columns === 0) return magnitudes;
  const most = Math.max(1, Math.min(rows, Math.floor(BATCH / columns)));
  const room = new Float32Array(most * columns * BLOCK ** 2);
  for (let row = 0; row < rows; row += most) {
    const count = Math.min(most, rows - row);
    const size = count * columns;
    for (let i = 0; i < count; i++) putBlocks(raster, grid, (row + i) * every, room, i * columns);
    const blocks = { data: room.subarray(0, size * BLOCK ** 2), dims: [size, BLOCK ** 2] };
    const found = await model.run({ blocks });
    const data = found.magnitudes!.data as Float32Array;
    magnitudes.forEach((values, f) => {
      values.set(data.subarray(f * size, (f + 1) * size), row * columns);
    });
  }
  return magnitudes;
}

/** Writes luma of a row of blocks from the block `at` on; zeros in blocks where a channel is clipped. */
function putBlocks(raster: Raster, grid: BlockGrid, row: number, into: Float32Array, at: number): void {
  const [width, size] = [grid.columns * BLOCK, grid.columns * BLOCK ** 2];
  const [from, to] = rooms(3 * size, 4 * size) as [number, number];
  putPart(raster, { x: grid.left, y: grid.top + row * BLOCK, width, height: BLOCK }, from, 3 * width);
  kernels.lumaBlocks(from, 3 * width, to, grid.columns, CLIPPED.dark, CLIPPED.bright);
  into.set(floats(to, size), at * BLOCK ** 2);
}

/** Less than any sum of three levels' luma. */
const NEVER = -(2 ** 20);

/** A channel level's share of luma in whole thousandths; far below 0 for a clipped level. */
const [RED, GREEN, BLUE] = LUMA_THOUSANDTHS.map((weight) =>
  Int32Array.from({ length: 256 }, (_, level) =>
    level <= CLIPPED.dark || level >= CLIPPED.bright ? NEVER : weight * level,
  ),
) as [Int32Array, Int32Array, Int32Array];

/** Writes Rec. 601 luma of a square of pixels, row by row from `start` on; zeros if a channel is clipped. */
export function putLuma(
  { width, data }: Raster,
  left: number,
  top: number,
  side: number,
  into: Float32Array,
  start: number,
): void {
  const end = start + side * side;
  let signs = 0;
  for (let at = start, from = (top * width + left) * 3; at < end; at += side, from += width * 3) {
    signs |= putRow(data, from, into, at, at + side);
  }
  if (signs < 0) into.fill(0, start, end);
}

/** Writes luma of a row of pixels from `at` up to `end`. Returns less than 0 if a channel is clipped. */
function putRow(data: Uint8Array, from: number, into: Float32Array, at: number, end: number): number {
  let signs = 0;
  for (let to = at, p = from; to < end; to++, p += 3) {
    const thousandths = RED[data[p]!]! + GREEN[data[p + 1]!]! + BLUE[data[p + 2]!]!;
    signs |= thousandths;
    into[to] = thousandths * 0.001;
  }
  return signs;
}
