import { type Box, clipped, inward } from "../../geometry/boxes.ts";
import type { Raster } from "../../imaging/raster.ts";
import { BLOCK, type GridOrigin } from "../jpeg-grid.ts";

/** A straight step between two columns or two rows of pixels. */
export interface StraightStep {
  /** Evidence gathered along it, in pixels' worth. */
  readonly strength: number;
  /** In pixels of the raster; two pixels wide or high. */
  readonly box: Box;
}

/** A step counts in units of the picture's usual one, no pixel for more than `most` or less than `-least`. */
const EVIDENCE = { most: 2.5, least: 1, doubt: 0.3 };
const UNIT_MIN = 0.5;
/**
 * An edge that a lens spreads by half a pixel (the deviation of its blur) steps up at most this many times as far between
 * two pixels as between those before and after together: such an edge is no evidence.
 */
const OPTICAL = 2.2;
/** A step along so much of the box parts two pictures, or a scan from its frame; what is pasted into a picture ends in it. */
const WHOLE = 0.9;

/**
 * For each line between two neighbouring columns, or rows, of pixels within the box, the part of it with most evidence of
 * a step that happens wholly between the two (Kadane's maximum subarray); the strongest first. Lines of the JPEG grid are
 * passed over: steps there are the compression's own.
 */
export function straightSteps(raster: Raster, box: Box, origin: GridOrigin): StraightStep[] {
  const area = clipped(inward(box), raster, 2);
  const green = greenPlane(raster);
  const upright = runs(green, { step: 1, along: raster.width }, area, origin.x).map(
    ({ strength, line, from, length }) => ({
      strength,
      box: { x: line - 1, y: from, width: 2, height: length },
    }),
  );
  const turned = { x: area.y, y: area.x, width: area.height, height: area.width };
  const level = runs(green, { step: raster.width, along: 1 }, turned, origin.y).map(
    ({ strength, line, from, length }) => ({
      strength,
      box: { x: from, y: line - 1, width: length, height: 2 },
    }),
  );
  return [...upright, ...level].sort((a, b) => b.strength - a.strength);
}

/** How far apart, in the plane, two lines are, and two pixels of a line. */
interface Strides {
  readonly step: number;
  readonly along: number;
}

interface Run {
  readonly strength: number;
  readonly line: number;
  readonly from: number;
  readonly length: number;
}

/** Green carries most of a pixel's light, and of all channels the least of a sensor's interpolation. */
function greenPlane({ width, height, data }: Raster): Uint8Array {
  const plane = new Uint8Array(width * height);
  for (let i = 0, p = 1; i < plane.length; i++, p += 3) plane[i] = data[p]!;
  return plane;
}

/** The best part of every line: each column of the area, and of rows the picture turned over its diagonal. */
function runs(plane: Uint8Array, strides: Strides, area: Box, origin: number): Run[] {
  const evidence = evidenceTable(usualStep(plane, strides, area));
  const sums = new Float64Array(area.height);
  const best: Run[] = [];
  for (let line = area.x; line < area.x + area.width; line++) {
    if ((line - origin) % BLOCK === 0) continue;
    const run = bestRun(plane, strides, line, area, evidence, sums);
    if (run.length < WHOLE * area.height) best.push(run);
  }
  return best;
}

/** Sums of the steps before and after, 0..510. */
const BESIDE = 511;

/** What a pixel adds, by its own step and by the sum of those beside it. */
function evidenceTable(unit: number): Float64Array {
  const table = new Float64Array(256 * BESIDE);
  for (let at = 0; at < table.length; at++) {
    const jump = Math.floor(at / BESIDE) - OPTICAL * (at % BESIDE);
    table[at] = Math.min(EVIDENCE.most, Math.max(-EVIDENCE.least, jump / unit)) - EVIDENCE.doubt;
  }
  return table;
}

/** `sums` has room for the evidence up to each pixel of a line. */
function bestRun(
  plane: Uint8Array,
  { step, along }: Strides,
  line: number,
  { y: top, height }: Box,
  evidence: Float64Array,
  sums: Float64Array,
): Run {
  let [strength, end, sum] = [0, 0, 0];
  for (let i = 0, p = line * step + top * along; i < height; i++, p += along) {
    const before = plane[p - step]!;
    const here = plane[p]!;
    const beside = Math.abs(before - plane[p - 2 * step]!) + Math.abs(plane[p + step]! - here);
    // A maximum and no branch: noise sends one either way at every other pixel.
    sum = Math.max(0, sum + evidence[Math.abs(here - before) * BESIDE + beside]!);
    sums[i] = sum;
    if (sum > strength) {
      strength = sum;
      end = i + 1;
    }
  }
  let start = end;
  while (start > 0 && sums[start - 1]! > 0) start--;
  return { strength, line, from: top + start, length: end - start };
}

/** Mean difference of neighbouring pixels. */
function usualStep(
  plane: Uint8Array,
  { step, along }: Strides,
  { x: left, y: top, width, height }: Box,
): number {
  let [sum, count] = [0, 0];
  for (let x = left; x < left + width; x += 5) {
    for (let y = top; y < top + height; y += 3, count++) {
      const p = x * step + y * along;
      sum += Math.abs(plane[p]! - plane[p - step]!);
    }
  }
  return Math.max(UNIT_MIN, count === 0 ? 0 : sum / count);
}
