import type { Measure } from "./measure.ts";
import { clearestGrid } from "./regular-grid.ts";
import { turningHue } from "./turning-hue.ts";

/** From this many decades on hue turns, as no ink's does: a regular pattern beside it is the display's own. */
const TURNS = 1;

/** A picture of a display or of a print in place of the document. */
export const recapture: Measure = {
  model: { name: "recapture", version: "3" },
  async measure({ raster, document }, { luma_spectrum, hue_spectrum }) {
    const hue = await turningHue(raster, document, hue_spectrum);
    if (hue === null) return [];
    const turning = { trace: "turning_hue", value: hue, region: null } as const;
    if (hue >= TURNS) return [turning];
    const grid = await clearestGrid(raster, document, luma_spectrum);
    return grid === null ? [turning] : [turning, { trace: "halftone", value: grid, region: null }];
  },
};
