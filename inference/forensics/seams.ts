import type { Box } from "../geometry/boxes.ts";
import { readMetadata } from "../imaging/metadata.ts";
import type { Raster } from "../imaging/raster.ts";
import { BLOCK, type GridOrigin, gridOrigin } from "./block-dct.ts";
import type { Measure } from "./measure.ts";

/** A straight step between two columns or two rows of pixels. */
export interface Seam {
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

/**
 * The strongest step, within the box, that happens wholly between two neighbouring columns, or rows, of pixels. Light
 * that went through a lens changes over some pixels; only what was cut out and put in by a program begins at a pixel's
 * edge. Steps on the JPEG grid are the compression's own and are passed over.
 */
export function strongestSeam(raster: Raster, box: Box, origin: GridOrigin): Seam {
  const left = Math.max(2, Math.ceil(box.x));
  const top = Math.max(2, Math.ceil(box.y));
  const right = Math.min(raster.width - 2, Math.floor(box.x + box.width));
  const bottom = Math.min(raster.height - 2, Math.floor(box.y + box.height));
  const area: Area = { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
  const green = greenPlane(raster);
  const down = along(green, { step: 1, run: raster.width }, area, origin.x);
  const turned = { left: area.top, top: area.left, width: area.height, height: area.width };
  const across = along(green, { step: raster.width, run: 1 }, turned, origin.y);
  if (down.strength >= across.strength) {
    return { strength: down.strength, box: { x: down.at - 1, y: down.from, width: 2, height: down.length } };
  }
  return {
    strength: across.strength,
    box: { x: across.from, y: across.at - 1, width: across.length, height: 2 },
  };
}

interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Run {
  readonly strength: number;
  readonly at: number;
  readonly from: number;
  readonly length: number;
}

/** The strongest seam, by what it cuts: the portrait's print, a line of text, or the page. */
export const seams: Measure = {
  model: { name: "seam", version: "1" },
  async measure({ content, raster, document, portrait, lines }) {
    const { orientation } = await readMetadata(content);
    const { strength: value, box: region } = strongestSeam(raster, document, gridOrigin(raster, orientation));
    const touches = (other: Box) => meets(widened(other, MARGIN), region);
    if (portrait !== null && touches(portrait)) return [{ trace: "seam_at_portrait", value, region }];
    return [
      { trace: lines.some(({ box }) => touches(box)) ? "seam_at_text" : "seam_on_page", value, region },
    ];
  },
};

/** Pixels around a thing in which a patch over it may end. */
const MARGIN = 8;

const widened = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

const meets = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Green carries most of a pixel's light, and of all channels the least of a sensor's interpolation. */
function greenPlane({ width, height, data }: Raster): Uint8Array {
  const plane = new Uint8Array(width * height);
  for (let i = 0, p = 1; i < plane.length; i++, p += 3) plane[i] = data[p]!;
  return plane;
}

/** For each line the run with the most evidence (Kadane's maximum subarray); the best of all lines. */
function along(
  plane: Uint8Array,
  { step, run }: { step: number; run: number },
  { left, top, width, height }: Area,
  origin: number,
): Run {
  const unit = usualStep(plane, { step, run }, { left, top, width, height });
  let best: Run = { strength: 0, at: left, from: top, length: 0 };
  for (let x = left; x < left + width; x++) {
    if ((x - origin) % BLOCK === 0) continue;
    let [sum, from] = [0, top];
    for (let y = top, p = x * step + top * run; y < top + height; y++, p += run) {
      const before = Math.abs(plane[p - step]! - plane[p - 2 * step]!);
      const after = Math.abs(plane[p + step]! - plane[p]!);
      const jump = Math.abs(plane[p]! - plane[p - step]!) - OPTICAL * (before + after);
      sum += Math.min(EVIDENCE.most, Math.max(-EVIDENCE.least, jump / unit)) - EVIDENCE.doubt;
      if (sum <= 0) [sum, from] = [0, y + 1];
      else if (sum > best.strength) best = { strength: sum, at: x, from, length: y + 1 - from };
    }
  }
  return best;
}

/** Mean difference of neighbouring pixels. */
function usualStep(
  plane: Uint8Array,
  { step, run }: { step: number; run: number },
  { left, top, width, height }: Area,
): number {
  let [sum, count] = [0, 0];
  for (let x = left; x < left + width; x += 5) {
    for (let y = top; y < top + height; y += 3, count++) {
      const p = x * step + y * run;
      sum += Math.abs(plane[p]! - plane[p - step]!);
    }
  }
  return Math.max(UNIT_MIN, count === 0 ? 0 : sum / count);
}
