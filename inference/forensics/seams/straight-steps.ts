import { type Box, clipped, grown, inward, shifted } from "../../geometry/boxes.ts";
import type { Raster } from "../../imaging/raster.ts";
import { BLOCK, type GridOrigin } from "../upload/jpeg-grid.ts";
import { type Usual, usualOf } from "./usual-steps.ts";

/** A straight step between two columns or two rows of pixels. */
export interface StraightStep {
  /** Evidence summed along the step; a pixel contributes up to `EVIDENCE.most`. */
  readonly strength: number;
  /** In pixels of the raster; two pixels wide or high. */
  readonly box: Box;
  /** Whether a stroke as thin as `RULE` begins or ends here: the picture goes on behind it as before it. */
  readonly isRule: boolean;
}

/** A step counts in units of the picture's mean step, limited to −`least`..`most`, less `doubt`. */
const EVIDENCE = { most: 2.5, least: 1, doubt: 0.3 };
/**
 * A step along this share of the box separates two pictures, or a scan from its frame; a pasted patch ends
 * within the box.
 */
const WHOLE = 0.9;
/**
 * A printed rule, a frame or a letter's stroke ends again within so many pixels; a patch is wider. Its levels
 * before and behind differ by less than `alike` of the step, whose sign `steady` of its pixels' steps share.
 */
const RULE = { pixels: 6, alike: 0.5, steady: 0.5 };
/** Pixels outside the box that its lines are compared with. */
const AROUND = RULE.pixels + 2;

/**
 * For each line between two neighbouring columns or rows of pixels within the box, the part with the most
 * evidence of a step between exactly these two (Kadane's maximum subarray), strongest first. Lines of the
 * JPEG grid are passed over: compression makes steps there.
 */
export function straightSteps(raster: Raster, box: Box, origin: GridOrigin): StraightStep[] {
  const inner = clipped(inward(box), raster, 2);
  const part = clipped(grown(inner, AROUND), raster);
  const area = shifted(inner, { x: -part.x, y: -part.y });
  const upright = runs(greenColumns(raster, part), part.height, area, origin.x - part.x).map(
    ({ line, from, length, ...step }) => ({
      ...step,
      box: { x: part.x + line - 1, y: part.y + from, width: 2, height: length },
    }),
  );
  const turned = { x: area.y, y: area.x, width: area.height, height: area.width };
  const level = runs(greenRows(raster, part), part.width, turned, origin.y - part.y).map(
    ({ line, from, length, ...step }) => ({
      ...step,
      box: { x: part.x + from, y: part.y + line - 1, width: length, height: 2 },
    }),
  );
  return [...upright, ...level].sort((a, b) => b.strength - a.strength);
}

interface Part {
  readonly strength: number;
  readonly line: number;
  readonly from: number;
  readonly length: number;
}

type Run = Part & Pick<StraightStep, "isRule">;

/**
 * Green of a part of the picture, row by row. It carries most of a pixel's light, and less of a sensor's
 * interpolation than red and blue.
 */
function greenRows({ width: across, data }: Raster, { x: left, y: top, width, height }: Box): Uint8Array {
  const plane = new Uint8Array(width * height);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0, p = ((top + y) * across + left) * 3 + 1; x < width; x++, p += 3) plane[at++] = data[p]!;
  }
  return plane;
}

/** Rows that are transposed together: a line of the processor's cache of each column. */
const STRIP = 64;

/** The same, column by column: whoever walks down the columns of a large picture leaves the cache. */
function greenColumns({ width: across, data }: Raster, { x: left, y: top, width, height }: Box): Uint8Array {
  const plane = new Uint8Array(width * height);
  for (let strip = 0; strip < height; strip += STRIP) {
    const end = Math.min(height, strip + STRIP);
    for (let x = 0; x < width; x++) {
      let p = ((top + strip) * across + left + x) * 3 + 1;
      for (let at = x * height + strip; at < x * height + end; at++, p += across * 3) plane[at] = data[p]!;
    }
  }
  return plane;
}

/**
 * The strongest run of every column of the area in a plane whose columns follow one another, each so long;
 * for rows, the area is transposed.
 */
function runs(plane: Uint8Array, length: number, area: Box, origin: number): Run[] {
  const evidence = evidenceTable(usualOf(plane, length, area));
  const sums = new Float64Array(area.height);
  const best: Run[] = [];
  for (let line = area.x; line < area.x + area.width; line++) {
    if ((line - origin) % BLOCK === 0) continue;
    const run = bestRun(plane, length, line, area, evidence, sums);
    if (run.length < WHOLE * area.height) best.push({ ...run, isRule: isRule(plane, length, run) });
  }
  return best;
}

/** Number of sums of the steps before and after: 0..510. */
const BESIDE = 511;

/** A pixel's evidence, by its own step and by the sum of the neighbouring steps. */
function evidenceTable({ step: unit, sharpness }: Usual): Float64Array {
  const table = new Float64Array(256 * BESIDE);
  for (let at = 0; at < table.length; at++) {
    const jump = Math.floor(at / BESIDE) - sharpness * (at % BESIDE);
    table[at] = Math.min(EVIDENCE.most, Math.max(-EVIDENCE.least, jump / unit)) - EVIDENCE.doubt;
  }
  return table;
}

function bestRun(
  plane: Uint8Array,
  step: number,
  line: number,
  { y: top, height }: Box,
  evidence: Float64Array,
  sums: Float64Array,
): Part {
  const end = sumUp(plane, step, line * step + top, height, evidence, sums);
  let start = end;
  while (start > 0 && sums[start - 1]! > 0) start--;
  return { strength: end === 0 ? 0 : sums[end - 1]!, line, from: top + start, length: end - start };
}

/**
 * Writes the evidence that ends at each of `count` pixels from `from` on to `sums`. Answers where the most
 * ends, 0 where there is none. A function of its own, without objects: V8 leaves its fast code at an object
 * that it has not yet seen made.
 */
function sumUp(
  plane: Uint8Array,
  step: number,
  from: number,
  count: number,
  evidence: Float64Array,
  sums: Float64Array,
): number {
  let end = 0;
  let sum = 0;
  let most = 0;
  for (let i = 0, p = from; i < count; i++, p++) {
    const before = plane[p - step]!;
    const here = plane[p]!;
    const beside = Math.abs(before - plane[p - 2 * step]!) + Math.abs(plane[p + step]! - here);
    // A maximum instead of a branch: noise makes a branch unpredictable.
    sum = Math.max(0, sum + evidence[Math.abs(here - before) * BESIDE + beside]!);
    sums[i] = sum;
    if (sum > most) {
      most = sum;
      end = i + 1;
    }
  }
  return end;
}

/** Whether the levels return within `RULE` behind the step, or were left that near before it. */
function isRule(plane: Uint8Array, step: number, { line, from, length }: Part): boolean {
  const reach = RULE.pixels * step;
  const start = line * step + from;
  if (start - step - reach < 0 || start + length + reach > plane.length) return false;
  let [jump, size, begins, ends] = [0, 0, 0, 0];
  for (let p = start; p < start + length; p++) {
    const [before, here] = [plane[p - step]!, plane[p]!];
    jump += here - before;
    size += Math.abs(here - before);
    begins += plane[p + reach]! - before;
    ends += here - plane[p - step - reach]!;
  }
  const least = Math.min(Math.abs(begins), Math.abs(ends));
  return Math.abs(jump) >= RULE.steady * size && least < RULE.alike * Math.abs(jump);
}
