import type { Light } from "../machine/state.ts";
import type { Luma } from "./measure.ts";

/** The middle of the page's oval, in shares of the picture's sides: forehead to chin of whoever fills it. */
const FACE = { left: 0.38, right: 0.62, top: 0.22, bottom: 0.74 } as const;

/**
 * Mean luma of the middle, 0 to 255. The service refuses a face under 40 and over 225 (contract §5): what is
 * measured here has hair and a wall in it, so that it speaks a little earlier.
 */
const LIMITS = { least: 55, most: 210 } as const;

/** The light on a face in the oval. Nobody looks for a face: it may be elsewhere; a hint blocks nothing. */
export function lightOf({ width, height, data }: Luma): Light {
  const [x0, x1] = [Math.floor(FACE.left * width), Math.ceil(FACE.right * width)];
  const [y0, y1] = [Math.floor(FACE.top * height), Math.ceil(FACE.bottom * height)];
  let sum = 0;
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) sum += data[y * width + x]!;
  }
  const mean = sum / ((x1 - x0) * (y1 - y0));
  if (mean < LIMITS.least) return "too_dark";
  return mean > LIMITS.most ? "too_bright" : null;
}
