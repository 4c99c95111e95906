import { type Box, centre } from "../geometry/boxes.ts";
import { readMetadata } from "../imaging/metadata.ts";
import { FREQUENCIES } from "../onnx/forensics/block-dct.ts";
import { BLOCK, type BlockGrid, blockDct, blocksWithin, gridOrigin } from "./block-dct.ts";
import { type EarlierStep, earlierStep, levelOf } from "./double-quantization.ts";
import { type Cells, type Grid, largestSum } from "./largest-sum.ts";
import type { Measure, Measured, Subject } from "./measure.ts";
import { lumaSteps } from "./quantization-table.ts";
import type { TraceName } from "./traces.ts";

/** Frequencies that must tell of an earlier compression before any part is said to lack it. */
const FREQUENCIES_MIN = 3;
/** A block's evidence, in nats: never more than `most`, and less by `doubt`, so that no patch grows over parts that tell nothing. */
const EVIDENCE = { most: 6, doubt: 0.1 };
/** Blocks that are weighed one by one; of larger pictures so many together that there are no more cells. */
const CELLS_MAX = 40_000;
/** Patches that are looked for: one for each trace. */
const PATCHES = 3;

/** A part of the picture that does not share the earlier compression of the rest. */
interface ForeignPatch {
  /** In nats: log of how much likelier its coefficients are without that compression. */
  readonly evidence: number;
  /** In pixels of the raster. */
  readonly box: Box;
}

/**
 * What was put into the picture after its first compression: saved again, all of it tells of both compressions, but what
 * was pasted, moved or drawn tells of the last one only. The first compression's steps are found in the coefficients, so
 * that any camera's tables will do. Nothing is measured where no earlier compression shows: first saves, second saves
 * that are much coarser, resized pictures.
 */
export const compressionHistory: Measure = {
  model: { name: "compression-history", version: "2" },
  async measure(subject, nets) {
    const { content, raster, document } = subject;
    const { orientation } = await readMetadata(content);
    const origin = gridOrigin(raster, orientation);
    const grid = blocksWithin(raster, document, origin);
    const between = { x: origin.x + BLOCK / 2, y: origin.y + BLOCK / 2 };
    const magnitudes = await blockDct(nets.block_dct, raster, grid);
    const aside = await blockDct(nets.block_dct, raster, blocksWithin(raster, document, between));
    const present = presentSteps(content, orientation);
    const earlier = magnitudes.map((values, f) => earlierStep(values, aside[f]!, present[f]!));
    if (earlier.filter((step) => step !== null).length < FREQUENCIES_MIN) return [];
    return byPlace(foreignPatches(evidenceOf(magnitudes, present, earlier), grid), subject);
  },
};

/** The file's steps at the frequencies looked at; a quarter turn makes rows of columns. */
function presentSteps(content: Uint8Array, orientation: number): number[] {
  const steps = lumaSteps(content);
  return FREQUENCIES.map(
    ([row, column]) => steps[orientation >= 5 ? column * BLOCK + row : row * BLOCK + column]!,
  );
}

function evidenceOf(
  magnitudes: readonly Float32Array[],
  present: readonly number[],
  earlier: readonly (EarlierStep | null)[],
): Float64Array {
  const evidence = new Float64Array(magnitudes[0]!.length);
  for (const [f, step] of earlier.entries()) {
    if (step === null) continue;
    for (const [i, magnitude] of magnitudes[f]!.entries()) {
      evidence[i]! += step.foreign[levelOf(magnitude, present[f]!)]!;
    }
  }
  return evidence.map((nats) => Math.min(EVIDENCE.most, Math.max(-EVIDENCE.most, nats)) - EVIDENCE.doubt);
}

/** The patches with most evidence, one after the other, none over another. */
function foreignPatches(evidence: Float64Array, grid: BlockGrid): ForeignPatch[] {
  const side = Math.ceil(Math.sqrt(evidence.length / CELLS_MAX));
  const cells = pooled({ ...grid, values: evidence }, side);
  const patches: ForeignPatch[] = [];
  while (patches.length < PATCHES) {
    const found = largestSum(cells);
    if (found === null) break;
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
  for (const [i, value] of values.entries()) {
    const [x, y] = [i % columns, Math.floor(i / columns)];
    sums[Math.floor(y / side) * across + Math.floor(x / side)]! += value;
  }
  return { columns: across, rows: down, values: sums };
}

function erase({ columns, values }: Grid, { left, top, right, bottom }: Cells): void {
  for (let y = top; y < bottom; y++)
    values.fill(Number.NEGATIVE_INFINITY, y * columns + left, y * columns + right);
}

function boxOf({ left, top, right, bottom }: Cells, grid: BlockGrid, side: number): Box {
  const [x, y] = [left * side * BLOCK, top * side * BLOCK];
  const width = Math.min(grid.columns, right * side) * BLOCK - x;
  const height = Math.min(grid.rows, bottom * side) * BLOCK - y;
  return { x: grid.left + x, y: grid.top + y, width, height };
}

/** For each trace the patch that tells most of it. */
function byPlace(patches: readonly ForeignPatch[], { portrait, lines }: Subject): Measured[] {
  const placed = patches.map((patch): { patch: ForeignPatch; trace: TraceName } => {
    if (portrait !== null && lies(patch, portrait)) return { patch, trace: "foreign_history_in_portrait" };
    const onText = lines.some(({ box }) => lies(patch, box));
    return { patch, trace: onText ? "foreign_history_at_text" : "foreign_history" };
  });
  return TRACES.map((trace) => {
    const patch = placed.find((each) => each.trace === trace)?.patch;
    return { trace, value: patch?.evidence ?? 0, region: patch?.box ?? null };
  });
}

const TRACES = ["foreign_history", "foreign_history_in_portrait", "foreign_history_at_text"] as const;

function lies(patch: ForeignPatch, within: Box): boolean {
  const { x, y } = centre(patch.box);
  return x >= within.x && x < within.x + within.width && y >= within.y && y < within.y + within.height;
}
