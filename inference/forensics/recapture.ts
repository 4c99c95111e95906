import type { Measure } from "./measure.ts";
import { clearestGrid } from "./regular-grid.ts";
import { turningHue } from "./turning-hue.ts";

/** From this many decades on hue turns: no ink does that, so that a regular pattern beside it is a display's. */
const TURNS = 1;

/** A picture of a display or of a print in place of the document. */
export const recapture: Measure = {
  model: { name: "recapture", version: "2" },
  async measure({ raster, document }, { luma_spectrum, hue_spectrum }) {
    const hue = await turningHue(raster, document, hue_spectrum);
    if (hue === null) return [];
    const turning = { trace: "turning_hue", value: hue, region: null } as const;
    const grid = await clearestGrid(raster, document, luma_spectrum);
    if (grid === null) return [turning];
    return [turning, { trace: hue >= TURNS ? "pixel_grid" : "halftone", value: grid, region: null }];
  },
};
