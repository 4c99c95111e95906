import type { Measure } from "../measure/measure.ts";
import { userComment } from "../upload/exif.ts";

/** What iOS and macOS write into pictures that they take of a screen; it outlives crops and conversions. */
const SCREENSHOT = "Screenshot";

/** Finds a picture whose file says that it was taken of a screen. Other files say nothing either way. */
export const namedScreenshot: Measure = {
  model: { name: "named-screenshot", version: "1" },
  async measure({ file: { exif, xmp } }) {
    const isNamed = [exif, xmp].some((tags) => userComment(tags) === SCREENSHOT);
    return isNamed ? [{ trace: "named_screenshot", value: 1 }] : [];
  },
};
