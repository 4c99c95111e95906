import type { Detector } from "../detector/detector.ts";
import { clearestScreens } from "./halftone.ts";
import { turningHue } from "./turning-hue.ts";

/** From this value on hue rotates as no ink's does: then other regular patterns are the display's own. */
const TURNS = 0.5;

/** Finds an image of a display or of a print in place of the document. */
export const recapture: Detector = {
  model: { name: "recapture", version: "6" },
  async measure({ raster, document }, { luma_spectrum, hue_spectrum }) {
    const hue = await turningHue(raster, document, hue_spectrum);
    if (hue === undefined) return [];
    const turning = { indicator: "turning_hue", value: hue } as const;
    if (hue >= TURNS) return [turning];
    const screens = await clearestScreens(raster, document, luma_spectrum);
    return screens === undefined ? [turning] : [turning, { indicator: "halftone", value: screens }];
  },
};
