import { type Box, clipped, inward } from "../../geometry/boxes.ts";
import type { Raster } from "../../imaging/raster.ts";
import type { Detector } from "../detector/detector.ts";
import { userComment } from "../upload/exif.ts";

const CELL = 8;
/** The quantile of the cells' noise that represents plain parts. */
const SHARE = 0.2;
/** Bins of the cells' histogram, in levels of luma; the last bin holds all noisier cells. */
const BIN = 0.01;
const BINS = 2000;

/** Above this quantisation step JPEG removes the noise that a phone's smoothing left: no measurement. */
const STEP_MAX = 1;
/**
 * The value is this level less the noise, so that it rises with suspicion. Fine print over all of the page
 * leaves no plain part.
 */
const FULL = 0.2;

/** Finds an image that no camera took: saved without loss, or all but, and without noise. */
export const screenshot: Detector = {
  model: { name: "noise-floor", version: "2" },
  async measure({ file, raster, document }) {
    if (Math.max(...file.lumaSteps.slice(0, 3)) > STEP_MAX) return [];
    return [{ indicator: "missing_noise", value: FULL - noiseFloor(raster, document) }];
  },
};

/**
 * Standard deviation of noise in the plain parts of an image, in levels of luma: the `SHARE` quantile over
 * cells of 8 × 8 pixels, by an operator that edges and gradients do not excite (J. Immerkær, Fast Noise
 * Variance Estimation, 1996). 0 for a part without a whole cell.
 */
function noiseFloor(raster: Raster, box: Box): number {
  const { x: left, y: top, width, height } = clipped(inward(box), raster, 1);
  const [columns, rows] = [Math.floor(width / CELL), Math.floor(height / CELL)];
  if (columns < 1 || rows < 1) return 0;
  const counts = new Uint32Array(BINS);
  const sums = new Uint32Array(columns);
  for (let row = 0; row < rows; row++) {
    sums.fill(0);
    for (let y = 0; y < CELL; y++) addNoise(raster, left, top + row * CELL + y, sums);
    countCells(sums, counts);
  }
  let [bin, below] = [0, counts[0]!];
  while (below < SHARE * columns * rows) below += counts[++bin]!;
  return bin * BIN;
}

/**
 * Adds a row's noise to the sums of the cells along it. Green alone: it carries most of luma. The operator is
 * a second difference down, and of those one across.
 */
function addNoise({ width, data }: Raster, left: number, y: number, sums: Uint32Array): void {
  const stride = width * 3;
  let p = (y * width + left) * 3 + 1;
  let before = data[p - stride - 3]! - 2 * data[p - 3]! + data[p + stride - 3]!;
  let here = data[p - stride]! - 2 * data[p]! + data[p + stride]!;
  for (let cell = 0; cell < sums.length; cell++) {
    let sum = 0;
    for (const end = p + CELL * 3; p < end; p += 3) {
      const after = data[p - stride + 3]! - 2 * data[p + 3]! + data[p + stride + 3]!;
      sum += Math.abs(before - 2 * here + after);
      before = here;
      here = after;
    }
    sums[cell]! += sum;
  }
}

/** Counts the cells of each deviation in the histogram. */
function countCells(sums: Uint32Array, counts: Uint32Array): void {
  for (let cell = 0; cell < sums.length; cell++) {
    const deviation = (Math.sqrt(Math.PI / 2) / 6 / CELL ** 2) * sums[cell]!;
    counts[Math.min(BINS - 1, Math.floor(deviation / BIN))]!++;
  }
}

/** The comment that iOS and macOS write into screenshots; it survives crops and conversions. */
const SCREENSHOT = "Screenshot";

/** Finds an image whose file says that it is a screenshot. Other files give no evidence either way. */
export const namedScreenshot: Detector = {
  model: { name: "named-screenshot", version: "1" },
  async measure({ file: { exif, xmp } }) {
    const isNamed = [exif, xmp].some((tags) => userComment(tags) === SCREENSHOT);
    return isNamed ? [{ indicator: "named_screenshot", value: 1 }] : [];
  },
};
