import type { Box } from "../../geometry/boxes.ts";
import { BLOCK } from "../upload/jpeg-grid.ts";
import type { BlockGrid } from "./block-dct.ts";
import { type Cells, type Grid, maxSumRectangle } from "./max-sum-rectangle.ts";

/** A part of the image that does not share the history of the rest. */
export interface ForeignPatch {
  /** Log likelihood ratio in nats: its blocks without that history against with it. */
  readonly evidence: number;
  /** In pixels of the raster. */
  readonly box: Box;
}

/**
 * Evidence of one block is limited to ±`most` nats. `doubt` is subtracted, so that no patch grows over blocks
 * without evidence.
 */
const EVIDENCE = { most: 6, doubt: 0.1 };
/** Limit of cells: blocks of larger images are pooled into squares. */
const CELLS_MAX = 40_000;
const PATCHES = 3;

/**
 * Up to `PATCHES` disjoint rectangles with the highest evidence, highest first. `evidence` is that of each
 * block, in nats.
 */
export function foreignPatches(evidence: Float64Array, grid: BlockGrid): ForeignPatch[] {
  const values = evidence.map(
    (nats) => Math.min(EVIDENCE.most, Math.max(-EVIDENCE.most, nats)) - EVIDENCE.doubt,
  );
  const side = Math.ceil(Math.sqrt(values.length / CELLS_MAX));
  const cells = pooled({ ...grid, values }, side);
  const patches: ForeignPatch[] = [];
  while (patches.length < PATCHES) {
    const found = maxSumRectangle(cells);
    if (found === undefined) break;
    patches.push({ evidence: found.sum, box: boxOf(found.cells, grid, side) });
    erase(cells, found.cells);
  }
  return patches;
}

/** Sums over squares of cells; squares at the right and bottom edge may be smaller. */
function pooled({ columns, rows, values }: Grid, side: number): Grid {
  if (side <= 1) return { columns, rows, values };
  const [across, down] = [Math.ceil(columns / side), Math.ceil(rows / side)];
  const sums = new Float64Array(across * down);
  for (let y = 0, i = 0; y < rows; y++) {
    const row = Math.floor(y / side) * across;
    for (let x = 0; x < columns; x++, i++) sums[row + Math.floor(x / side)]! += values[i]!;
  }
  return { columns: across, rows: down, values: sums };
}

/** Excludes cells from further rectangles. */
function erase({ columns, values }: Grid, { left, top, right, bottom }: Cells): void {
  for (let row = top; row < bottom; row++) {
    values.fill(Number.NEGATIVE_INFINITY, row * columns + left, row * columns + right);
  }
}

function boxOf({ left, top, right, bottom }: Cells, grid: BlockGrid, side: number): Box {
  const [x, y] = [left * side * BLOCK, top * side * BLOCK];
  const width = Math.min(grid.columns, right * side) * BLOCK - x;
  const height = Math.min(grid.rows, bottom * side) * BLOCK - y;
  return { x: grid.left + x, y: grid.top + y, width, height };
}
