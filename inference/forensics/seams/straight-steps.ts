import { type Box, clipped, grown, inward, shifted } from "../../geometry/boxes.ts";
import type { Raster } from "../../imaging/raster.ts";
import { BLOCK, type GridOrigin } from "../upload/jpeg-grid.ts";
import { greenColumns, greenRows, type Levels } from "./levels.ts";
import { BESIDE, type Usual, usualOf } from "./usual-steps.ts";

/** A straight step between two columns or two rows of pixels. */
export interface StraightStep {
  /** Evidence summed along the step; a pixel contributes up to `EVIDENCE.most`. */
  readonly strength: number;
  /** In pixels of the raster; two pixels wide or high. */
  readonly box: Box;
  /** Whether a stroke as thin as `RULE` begins or ends here: the image continues after it as before it. */
  readonly isRule: boolean;
}

/** A step counts in units of the image's mean step, limited to −`least`..`most`, less `doubt`. */
const EVIDENCE = { most: 2.5, least: 1, doubt: 0.3 };
/**
 * A step along this share of the box separates two images, or a scan from its frame; a pasted patch ends
 * within the box.
 */
const WHOLE = 0.9;
/**
 * A printed rule, a frame or a letter's stroke ends again within this many pixels; a patch is wider. Its
 * levels before and after differ by less than `alike` of the step, and `steady` of its pixels' steps share
 * its sign.
 */
const RULE = { pixels: 6, alike: 0.5, steady: 0.5 };
/** Pixels outside the box that its lines are compared with. */
const AROUND = RULE.pixels + 2;

/**
 * For each line between two neighbouring columns or rows of pixels within the box, the part with the most
 * evidence of a step between exactly these two (Kadane's maximum subarray), strongest first. Lines of the
 * JPEG grid are skipped, because compression causes steps there.
 */
export function straightSteps(raster: Raster, box: Box, origin: GridOrigin): StraightStep[] {
  const inner = clipped(inward(box), raster, 2);
  const part = clipped(grown(inner, AROUND), raster);
  const area = shifted(inner, { x: -part.x, y: -part.y });
  const upright = runs(greenColumns(raster, part), area, origin.x - part.x).map(
    ({ line, from, length, ...step }) => ({
      ...step,
      box: { x: part.x + line - 1, y: part.y + from, width: 2, height: length },
    }),
  );
  const turned = { x: area.y, y: area.x, width: area.height, height: area.width };
  const level = runs(greenRows(raster, part), turned, origin.y - part.y).map(
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
 * The strongest run of every line of the area, of which x counts lines and y pixels along them. The lines of
 * the grid are summed up with their neighbours and left out.
 */
function runs(levels: Levels, area: Box, origin: number): Run[] {
  const evidence = evidenceTable(usualOf(levels, area));
  const sums = [new Float64Array(area.height), new Float64Array(area.height)] as const;
  const ends = new Int32Array(2);
  const best: Run[] = [];
  for (let line = area.x; line < area.x + area.width; line += 2) {
    sumUp(levels, line, area.y, evidence, sums, ends);
    for (const [i, of] of sums.entries()) {
      if (line + i === area.x + area.width || (line + i - origin) % BLOCK === 0) continue;
      const run = runTo(ends[i]!, of, line + i, area.y);
      if (run.length < WHOLE * area.height) best.push({ ...run, isRule: isRule(levels, run) });
    }
  }
  return best;
}

/** A pixel's evidence, by its own step and by the sum of the neighbouring steps. */
function evidenceTable(usual: Usual): Float64Array {
  const table = new Float64Array(256 * BESIDE);
  for (let step = 0; step < 256; step++) {
    putEvidence(table.subarray(step * BESIDE, (step + 1) * BESIDE), step, usual);
  }
  return table;
}

function putEvidence(into: Float64Array, step: number, { step: unit, sharpness }: Usual): void {
  for (let beside = 0; beside < BESIDE; beside++) {
    const jump = (step - sharpness * beside) / unit;
    into[beside] = Math.min(EVIDENCE.most, Math.max(-EVIDENCE.least, jump)) - EVIDENCE.doubt;
  }
}

/** The run that ends before a pixel, by the sums of the evidence along its line; empty for 0. */
function runTo(end: number, sums: Float64Array, line: number, top: number): Part {
  let start = end;
  while (start > 0 && sums[start - 1]! > 0) start--;
  return { strength: end === 0 ? 0 : sums[end - 1]!, line, from: top + start, length: end - start };
}

/**
 * Writes the evidence that ends at each pixel of two neighbouring lines, from `top` on, to their `sums`, and
 * the position with the most evidence to `ends`, or 0. Two lines share most of their steps, so that the CPU
 * adds to one sum while the other's is not ready. No objects in the loop: V8 leaves its fast code at an
 * object shape that it has not seen yet.
 */
function sumUp(
  { data, first, across, along }: Levels,
  line: number,
  top: number,
  evidence: Float64Array,
  [sums, nextSums]: readonly [Float64Array, Float64Array],
  ends: Int32Array,
): void {
  let [end, sum, most] = [0, 0, 0];
  let [nextEnd, nextSum, nextMost] = [0, 0, 0];
  for (let i = 0, p = first + line * across + top * along; i < sums.length; i++, p += along) {
    const before = data[p - across]!;
    const here = data[p]!;
    const next = data[p + across]!;
    const step = Math.abs(here - before);
    const nextStep = Math.abs(next - here);
    const beside = Math.abs(before - data[p - 2 * across]!) + nextStep;
    const nextBeside = step + Math.abs(data[p + 2 * across]! - next);
    sum = positive(sum + evidence[step * BESIDE + beside]!);
    nextSum = positive(nextSum + evidence[nextStep * BESIDE + nextBeside]!);
    sums[i] = sum;
    nextSums[i] = nextSum;
    if (sum > most) {
      most = sum;
      end = i + 1;
    }
    if (nextSum > nextMost) {
      nextMost = nextSum;
      nextEnd = i + 1;
    }
  }
  ends[0] = end;
  ends[1] = nextEnd;
}

/** The value, or 0 if negative. `Math.max` is a branch, which noise makes unpredictable. */
const positive = (value: number): number => (value + Math.abs(value)) / 2;

/** Whether the levels return within `RULE` behind the step, or were left that near before it. */
function isRule({ data, first, lines, across, along }: Levels, { line, from, length }: Part): boolean {
  if (line - 1 < RULE.pixels || line + RULE.pixels >= lines) return false;
  const reach = RULE.pixels * across;
  let [jump, size, begins, ends] = [0, 0, 0, 0];
  for (let i = 0, p = first + line * across + from * along; i < length; i++, p += along) {
    const before = data[p - across]!;
    const here = data[p]!;
    jump += here - before;
    size += Math.abs(here - before);
    begins += data[p + reach]! - before;
    ends += here - data[p - across - reach]!;
  }
  const least = Math.min(Math.abs(begins), Math.abs(ends));
  return Math.abs(jump) >= RULE.steady * size && least < RULE.alike * Math.abs(jump);
}
