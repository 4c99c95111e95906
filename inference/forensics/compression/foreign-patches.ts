import type { Box } from "../../geometry/boxes.ts";
import { BLOCK } from "../jpeg-grid.ts";
import type { BlockGrid } from "./block-dct.ts";
import { type Cells, type Grid, maxSumRectangle } from "./max-sum-rectangle.ts";

/** A part of the picture that does not share the history of the rest. */
export interface ForeignPatch {
  /** In nats: log of how much likelier its blocks are without that history. */
  readonly evidence: number;
  /** In pixels of the raster. */
  readonly box: Box;
}

/** A block's evidence is never more than `most`, and less by `doubt`, so that no patch grows over parts that tell nothing. */
const EVIDENCE = { most: 6, doubt: 0.1 };
/** Blocks that are weighed one by one; of larger pictures so many together that there are no more cells. */
const CELLS_MAX = 40_000;
const PATCHES = 3;

/** The few rectangles with most evidence, most first, none over another. `evidence` is each block's, in nats. */
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

/** Sums over squares of cells; the last ones of a row and a column may be cut off. */
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

/** Rules cells out. */
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
