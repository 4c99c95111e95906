import { centre, contains } from "../../geometry/boxes.ts";
import { mean } from "../../statistics.ts";
import type { Detector, Measurement, Subject, View } from "../detector/detector.ts";
import type { ForensicModels } from "../detector/indicators.ts";
import { BLOCK, type GridOrigin, gridOrigin } from "../upload/jpeg-grid.ts";
import type { UploadFile } from "../upload/upload-file.ts";
import { type BlockGrid, blockDct, blocksWithin, FREQUENCIES } from "./block-dct.ts";
import { type EarlierStep, earlierStep, levelOf, ROUNDING } from "./double-quantization.ts";
import { type ForeignPatch, foreignPatches } from "./foreign-patches.ts";
import { nonAlignedGrid } from "./non-aligned-grid.ts";

/** So many frequencies must show an earlier compression before a part is said to lack it. */
const FREQUENCIES_MIN = 8;
/**
 * A block with fewer nonzero coefficients is no evidence: flat blocks have one or two, and rounding makes
 * them equal in many blocks.
 */
const COEFFICIENTS_MIN = 5;

/** So many blocks off the grid show how coefficients are distributed; a large image has more. */
const ASIDE = 20_000;

const everyRow = ({ columns, rows }: BlockGrid) => Math.max(1, Math.round((columns * rows) / ASIDE));

/** How coefficients on a grid of blocks were quantised again after an earlier compression on that grid. */
interface Requantisation {
  readonly grid: GridOrigin;
  /** The present quantisation steps, for each of `FREQUENCIES`. */
  readonly present: readonly number[];
  /** Largest shift of a coefficient between the two compressions. */
  readonly stray: number;
}

/**
 * Finds parts that were inserted after the first compression. In an image that was saved twice, genuine parts
 * show both compressions; pasted, moved and drawn parts show only the last one. The quantisation steps of the
 * first compression are estimated from the coefficients, so that any camera's tables work. Its grid is
 * estimated too, if the image was cropped. Without an earlier compression there is no measurement: first
 * saves, much coarser second saves, resized images.
 */
export const compressionHistory: Detector = {
  model: { name: "compression-history", version: "6" },
  async measure(subject, models) {
    const grid = gridOrigin(subject.raster, subject.file.orientation);
    const own: Requantisation = { grid, present: presentSteps(subject.file), stray: ROUNDING };
    const patches =
      (await patchesOnGrid(own, grid, subject, models)) ?? (await patchesOffGrid(own, subject, models));
    return patches === undefined ? [] : byPlace(patches, subject);
  },
};

/** The file's steps at `FREQUENCIES`; in an image that EXIF transposes, rows and columns are exchanged. */
const presentSteps = ({ orientation, lumaSteps }: UploadFile): number[] =>
  FREQUENCIES.map(
    ([row, column]) => lumaSteps[orientation >= 5 ? column * BLOCK + row : row * BLOCK + column]!,
  );

/**
 * Shift of coefficients on another grid by the quantisation on the file's own grid, as a share of its mean
 * step.
 */
const MOVED = 0.7;

async function patchesOffGrid(
  { grid, present }: Requantisation,
  view: View,
  models: ForensicModels,
): Promise<ForeignPatch[] | undefined> {
  const earlier = await nonAlignedGrid(models.grid_periodicity, view.raster, view.document, grid);
  if (earlier === undefined) return undefined;
  const onEarlier = {
    grid: earlier,
    present: present.map(() => 1),
    stray: Math.max(ROUNDING, MOVED * mean(present)),
  };
  return patchesOnGrid(onEarlier, grid, view, models);
}

/** Undefined if no compression shows on the grid. `own` is the file's own grid. */
async function patchesOnGrid(
  { grid, present, stray }: Requantisation,
  own: GridOrigin,
  { raster, document }: View,
  models: ForensicModels,
): Promise<ForeignPatch[] | undefined> {
  const blocks = blocksWithin(raster, document, grid);
  const between = blocksWithin(raster, document, offBoth(grid, own));
  const magnitudes = await blockDct(models.block_dct, raster, blocks);
  const aside = await blockDct(models.block_dct, raster, between, everyRow(between));
  const steps = magnitudes.map((values, f) => earlierStep(values, aside[f]!, present[f]!, stray));
  if (steps.filter((step) => step !== undefined).length < FREQUENCIES_MIN) return undefined;
  return foreignPatches(evidenceOf(magnitudes, present, steps), blocks);
}

/** A grid half a block away from `grid` that is not `own`. */
function offBoth(grid: GridOrigin, own: GridOrigin): GridOrigin {
  const half = BLOCK / 2;
  const meets = Math.abs(grid.x - own.x) === half && Math.abs(grid.y - own.y) === half;
  return { x: grid.x + half, y: grid.y + (meets ? half / 2 : half) };
}

/** Each block's evidence for lacking the earlier compression, in nats. */
function evidenceOf(
  magnitudes: readonly Float32Array[],
  present: readonly number[],
  earlier: readonly (EarlierStep | undefined)[],
): Float64Array {
  const evidence = new Float64Array(magnitudes[0]!.length);
  const telling = new Uint8Array(evidence.length);
  for (const [f, step] of earlier.entries()) {
    if (step === undefined) continue;
    const values = magnitudes[f]!;
    for (let i = 0; i < values.length; i++) {
      const level = levelOf(values[i]!, present[f]!);
      if (level === 0) continue;
      evidence[i]! += step.foreign[level]!;
      telling[i]!++;
    }
  }
  return evidence.map((nats, i) => (telling[i]! < COEFFICIENTS_MIN ? 0 : nats));
}

const PLACES = ["foreign_history", "foreign_history_in_portrait", "foreign_history_at_text"] as const;

/** For each indicator the patch with the highest evidence there. */
function byPlace(patches: readonly ForeignPatch[], { portrait, lines }: Subject): Measurement[] {
  const placeOf = ({ box }: ForeignPatch): (typeof PLACES)[number] => {
    if (portrait !== undefined && contains(portrait, centre(box))) return "foreign_history_in_portrait";
    return lines.some((line) => contains(line.box, centre(box)))
      ? "foreign_history_at_text"
      : "foreign_history";
  };
  return PLACES.map((indicator) => {
    const patch = patches.find((each) => placeOf(each) === indicator);
    return { indicator, value: patch?.evidence ?? 0, region: patch?.box };
  });
}
