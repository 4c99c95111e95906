import { type Box, clipped, inward } from "../../geometry/boxes.ts";
import type { Raster } from "../../imaging/raster.ts";
import { looking } from "../measure.ts";

const CELL = 8;
/** The share of cells that are plainer than the one that tells. */
const SHARE = 0.2;
/** Cells are told apart no finer than this, and none is noisier than the last bin. */
const BIN = 0.01;
const BINS = 2000;

/** Over this step of the low frequencies a JPEG's compression takes the noise away itself. */
const STEP_MAX = 5;
/**
 * Less noise is more suspicious: what is missing to this. Where fine print covers all of the page, none of it is plain
 * enough to tell.
 */
const FULL = 0.2;

/** A picture that no camera took: it is finely saved and has no noise. */
export const screenshot = looking(
  { name: "noise-floor", version: "1" },
  async ({ file, raster, document }) => {
    if (Math.max(...file.lumaSteps.slice(0, 3)) > STEP_MAX) return [];
    return [{ trace: "missing_noise", value: FULL - noiseFloor(raster, document) }];
  },
);

/**
 * Standard deviation of noise in luma where a part of a picture is plain: that of 8 × 8 pixels than which one in five is
 * plainer, by the operator that neither edges nor gradients answer to (J. Immerkær, Fast Noise Variance Estimation,
 * 1996). 0 for a part that holds no whole cell.
 */
export function noiseFloor(raster: Raster, box: Box): number {
  const { x: left, y: top, width, height } = clipped(inward(box), raster, 1);
  const [columns, rows] = [Math.floor(width / CELL), Math.floor(height / CELL)];
  if (columns < 1 || rows < 1) return 0;
  const counts = new Uint32Array(BINS);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const deviation = cellNoise(raster, left + column * CELL, top + row * CELL);
      counts[Math.min(BINS - 1, Math.floor(deviation / BIN))]!++;
    }
  }
  let [bin, below] = [0, counts[0]!];
  while (below < SHARE * columns * rows) below += counts[++bin]!;
  return bin * BIN;
}

/** Green alone: it carries most of luma. The operator is a second difference down, and of those one across. */
function cellNoise({ width, data }: Raster, left: number, top: number): number {
  const stride = width * 3;
  let sum = 0;
  for (let y = top; y < top + CELL; y++) {
    let p = (y * width + left) * 3 + 1;
    let before = data[p - stride - 3]! - 2 * data[p - 3]! + data[p + stride - 3]!;
    let here = data[p - stride]! - 2 * data[p]! + data[p + stride]!;
    for (let x = 0; x < CELL; x++, p += 3) {
      const after = data[p - stride + 3]! - 2 * data[p + 3]! + data[p + stride + 3]!;
      sum += Math.abs(before - 2 * here + after);
      before = here;
      here = after;
    }
  }
  return (Math.sqrt(Math.PI / 2) / 6 / CELL ** 2) * sum;
}
