import type { Box } from "../geometry/boxes.ts";
import { readMetadata } from "../imaging/metadata.ts";
import type { Raster } from "../imaging/raster.ts";
import { BLOCK, type BlockDct, blockDct, FREQUENCIES, gridOrigin } from "./block-dct.ts";
import { connectedBlocks } from "./connected-blocks.ts";
import { lumaSteps } from "./quantization-table.ts";

/** An earlier compression's quantisation step at one frequency, and how clearly the coefficients keep to it, -1..1. */
interface EarlierStep {
  readonly frequency: number;
  readonly step: number;
  readonly clarity: number;
}

/** A part of the picture that does not share the earlier compression of the rest. */
export interface ForeignPatch {
  /** Blocks of 8 × 8 pixels. */
  readonly blocks: number;
  /** In pixels of the raster. */
  readonly box: Box;
}

const STEPS = { least: 3, most: 80 };
const COEFFICIENTS_MIN = 150;
/**
 * Clarity from which a frequency tells of an earlier step; measured at most .47 on pictures saved once. A step that is
 * not quite twice the present one passes for twice of it, less clearly, and then large coefficients seem foreign.
 */
const CLARITY = { apart: 0.55, near: 0.75 };
const FREQUENCIES_MIN = 3;
const BINS_PER_UNIT = 4;
/** A block is foreign when it and its neighbours, together with enough coefficients, do not keep to the step. */
const FOREIGN = { coefficients: 10, keeping: 0.3 };

/**
 * Parts of a box that were put in after the picture had been compressed once: saved again at a finer step, all of it
 * keeps to the multiples of the first compression's steps, but what was pasted, moved or drawn does not (the double
 * quantisation effect; Lin, He, Tang and Tang, 2009). The steps are found in the coefficients, so that any camera's
 * tables will do. Null when no earlier compression shows: first saves, coarser second saves, resized pictures; then
 * nothing can be told.
 */
export async function foreignPatches(
  content: Uint8Array,
  raster: Raster,
  box: Box,
): Promise<ForeignPatch[] | null> {
  const { orientation } = await readMetadata(content);
  const dct = blockDct(raster, box, gridOrigin(raster, orientation));
  const earlier = findEarlierSteps(dct, lumaSteps(content));
  if (earlier.length < FREQUENCIES_MIN) return null;
  const foreign = foreignBlocks(dct, earlier);
  return connectedBlocks(foreign, dct.columns).map((blocks) => ({
    blocks: blocks.length,
    box: boxAround(dct, blocks),
  }));
}

function findEarlierSteps({ magnitudes }: BlockDct, present: readonly number[]): EarlierStep[] {
  return FREQUENCIES.flatMap(([row, column], frequency) => {
    // The upright picture may be the file's, turned by a quarter: then rows are columns.
    const now = Math.max(present[row * BLOCK + column]!, present[column * BLOCK + row]!);
    const counts = histogram(magnitudes[frequency]!);
    let best = { frequency, step: 0, clarity: 0 };
    for (let step = Math.max(STEPS.least, Math.floor(now * 1.3) + 1); step <= STEPS.most; step++) {
      const clarity = clarityOf(counts, step);
      // Every divisor of the step fits as well; the greatest that does is the step.
      if (clarity > best.clarity * (best.step === 0 ? 1 : 0.9)) best = { frequency, step, clarity };
    }
    return best.clarity >= (best.step > 2 * now ? CLARITY.apart : CLARITY.near) ? [best] : [];
  });
}

function histogram(values: Float32Array): Uint32Array {
  const counts = new Uint32Array(STEPS.most * 8 * BINS_PER_UNIT + 1);
  for (const value of values) {
    const bin = Math.round(value * BINS_PER_UNIT);
    if (bin < counts.length) counts[bin]!++;
  }
  return counts;
}

/** Mean of cos(2π·coefficient/step) over the coefficients that the step would not have set to zero. */
function clarityOf(counts: Uint32Array, step: number): number {
  let [sum, total] = [0, 0];
  const last = Math.min(counts.length - 1, step * 8 * BINS_PER_UNIT);
  for (let bin = Math.ceil((step / 2) * BINS_PER_UNIT); bin <= last; bin++) {
    if (counts[bin] === 0) continue;
    sum += counts[bin]! * Math.cos((2 * Math.PI * bin) / (BINS_PER_UNIT * step));
    total += counts[bin]!;
  }
  return total < COEFFICIENTS_MIN ? 0 : sum / total;
}

function foreignBlocks({ columns, rows, magnitudes }: BlockDct, earlier: readonly EarlierStep[]): number[] {
  const [keeping, counted] = [new Float32Array(columns * rows), new Float32Array(columns * rows)];
  for (const { frequency, step, clarity } of earlier) {
    magnitudes[frequency]!.forEach((value, i) => {
      if (value <= step / 2) return;
      keeping[i]! += Math.cos((2 * Math.PI * value) / step) / clarity;
      counted[i]!++;
    });
  }
  const foreign: number[] = [];
  for (let y = 1; y < rows - 1; y++) {
    for (let x = 1; x < columns - 1; x++) {
      const [sum, total] = [
        around(keeping, y * columns + x, columns),
        around(counted, y * columns + x, columns),
      ];
      if (total >= FOREIGN.coefficients && sum / total < FOREIGN.keeping) foreign.push(y * columns + x);
    }
  }
  return foreign;
}

/** Sum over a cell and its eight neighbours. */
function around(values: Float32Array, i: number, columns: number): number {
  let sum = 0;
  for (let dy = -columns; dy <= columns; dy += columns) {
    sum += values[i + dy - 1]! + values[i + dy]! + values[i + dy + 1]!;
  }
  return sum;
}

function boxAround({ columns, left, top }: BlockDct, blocks: readonly number[]): Box {
  let [x0, y0, x1, y1] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -1, -1];
  for (const i of blocks) {
    const [x, y] = [i % columns, Math.floor(i / columns)];
    [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)];
  }
  const size = { width: (x1 - x0 + 1) * BLOCK, height: (y1 - y0 + 1) * BLOCK };
  return { x: left + x0 * BLOCK, y: top + y0 * BLOCK, ...size };
}
