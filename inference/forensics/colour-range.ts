import type { Box } from "../geometry/boxes.ts";
import type { Raster } from "../imaging/raster.ts";
import type { Measure } from "./measure.ts";

/** Every how many pixels are looked at, in both directions. */
const STEP = 5;
const SHARE = 0.9;

/** Less colour is more suspicious: what is missing to this. */
const FULL = 60;

/** A document without colours: a photocopy, or a print in black. */
export const photocopy: Measure = {
  model: { name: "colour-range", version: "1" },
  async measure({ raster, document }) {
    return [{ trace: "missing_colour", value: FULL - colourRange(raster, document), region: null }];
  },
};

/**
 * How colourful a part of a picture is, 0..255: the difference of the greatest and the least channel that nine in ten
 * pixels do not exceed. Lamps and cameras leave a tint on grey things, too. 0 for an empty part.
 */
export function colourRange({ width, height, data }: Raster, box: Box): number {
  const counts = new Uint32Array(256);
  let total = 0;
  for (let y = Math.max(0, Math.floor(box.y)); y < Math.min(height, box.y + box.height); y += STEP) {
    for (let x = Math.max(0, Math.floor(box.x)); x < Math.min(width, box.x + box.width); x += STEP, total++) {
      const p = (y * width + x) * 3;
      const [red, green, blue] = [data[p]!, data[p + 1]!, data[p + 2]!];
      counts[Math.max(red, green, blue) - Math.min(red, green, blue)]!++;
    }
  }
  let [range, below] = [0, counts[0]!];
  while (below < SHARE * total) below += counts[++range]!;
  return range;
}
