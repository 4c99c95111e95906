import { area, type Box, clipped, grown, stretched } from "../../geometry/boxes.ts";
import { luma, type Raster } from "../../imaging/raster.ts";
import { crop } from "../../imaging/resize.ts";
import type { Net } from "../../runtime/session.ts";
import type { Measure } from "../measure/measure.ts";
import { LENGTH_MAX, type Periods, periodsOf, withoutSkirts } from "./periodicity.ts";

/**
 * The examined middle of a portrait, as a share of its sides: this part lies within the print even where the
 * portrait was located loosely.
 */
const MIDDLE = 0.55;
/** Pixels around a portrait that are passed over: its edge is a step, too. */
const RIM = 4;
/** Least side of a part whose periods can be measured. */
const SIDE_MIN = 64;
/** From this amplitude on the page repeats itself, too: then all of the picture was resized. */
const PAGE_MAX = 4;
/** Tolerance of equal frequencies on page and portrait, in steps. */
const SAME = 2;

/**
 * Finds a portrait that was resized before it was put in. JPEG blocks of 8 pixels then lie at another period,
 * and interpolation leaves a period of its own (A. C. Popescu and H. Farid, Exposing Digital Forgeries by
 * Detecting Traces of Resampling, 2005; B. Mahdian and S. Saic, Blind Authentication Using Periodic
 * Properties of Interpolation, 2008). A picture from a lens has no period of pixels. A picture that was
 * resized as a whole has the same period on its page, which does not count. The value is the highest
 * amplitude over the median one.
 */
export const resampling: Measure = {
  model: { name: "resampling", version: "3" },
  async measure({ raster, document, portrait }, { step_profiles }) {
    const inside = portrait && within(raster, stretched(portrait, MIDDLE));
    const page = portrait && within(raster, beside(document, grown(portrait, RIM)));
    if (!inside || !page) return [];
    const [ours, theirs] = [
      await periods(step_profiles, raster, inside),
      await periods(step_profiles, raster, page),
    ];
    const value = Math.max(...ours.map((direction, i) => clearest(direction, theirs[i]!)));
    return [{ trace: "resampled_portrait", value, region: portrait }];
  },
};

/** The largest part of a document that lies wholly on one side of a box. */
function beside(document: Box, { x, y, width, height }: Box): Box {
  const [right, bottom] = [document.x + document.width, document.y + document.height];
  const sides: Box[] = [
    { ...document, width: x - document.x },
    { ...document, x: x + width, width: right - x - width },
    { ...document, height: y - document.y },
    { ...document, y: y + height, height: bottom - y - height },
  ];
  return sides.reduce((best, side) => (room(side) > room(best) ? side : best));
}

const room = (box: Box): number => (box.width > 0 && box.height > 0 ? area(box) : 0);

/**
 * The part of a box in the raster, its middle where it is longer than a profile; undefined where too little
 * is left.
 */
function within(raster: Raster, box: Box): Box | undefined {
  const { x, y, width, height } = clipped(box, raster);
  if (width < SIDE_MIN || height < SIDE_MIN) return undefined;
  const [across, down] = [Math.max(0, width - LENGTH_MAX), Math.max(0, height - LENGTH_MAX)];
  return { x: x + across / 2, y: y + down / 2, width: width - across, height: height - down };
}

/** Periods of a part's columns and rows. */
async function periods(net: Net, raster: Raster, box: Box): Promise<[across: Periods, down: Periods]> {
  const part = crop(raster, box);
  const { across, down } = await net.run({
    luma: { data: luma(part), dims: [1, 1, part.height, part.width] },
  });
  return [periodsOf(across!.data as Float32Array), periodsOf(down!.data as Float32Array)];
}

/** The portrait's highest amplitude at a frequency that the page does not have. */
function clearest(portrait: Periods, page: Periods): number {
  return withoutSkirts(portrait).reduce((best, amplitude, i) => {
    const shared = page.subarray(Math.max(0, i - SAME), i + SAME + 1).some((other) => other >= PAGE_MAX);
    return shared ? best : Math.max(best, amplitude);
  }, 0);
}
