import { type Box, clipped, outward } from "../../geometry/boxes.ts";
import { luma, type Raster } from "../../imaging/raster.ts";
import { resize } from "../../imaging/resize.ts";
import { quantile } from "../../statistics.ts";
import type { Detector } from "../detector/detector.ts";

/** Longer side to which a document is shrunk, in pixels: this removes noise and keeps colours. */
const SIDE = 160;
/** Least luma of a pixel whose colour is measured. */
const LIT = 40;
/** Fewest lit pixels of a measurement. */
const LEAST = 100;
const SHARE = 0.9;

/** Finds a document without colours: a photocopy, or a print in black. */
export const photocopy: Detector = {
  model: { name: "colour-range", version: "3" },
  async measure({ raster, document }) {
    const range = await colourRange(raster, document);
    return range === undefined ? [] : [{ indicator: "missing_colour", value: -range }];
  },
};

/**
 * Distance of the colours of a part of an image from a grey page under the same light, in codes of red and
 * blue relative to luma: the 0.9 quantile of its lit pixels. Lamps tint the whole page alike, so the page's
 * median tint represents its light. Undefined if too few pixels are lit.
 */
export async function colourRange(raster: Raster, box: Box): Promise<number | undefined> {
  const part = clipped(outward(box), raster);
  const by = Math.min(1, SIDE / Math.max(part.width, part.height));
  const small = resize(raster, Math.ceil(part.width * by), Math.ceil(part.height * by), part);
  const pixels = litPixels(small);
  if (pixels.levels.length < LEAST) return undefined;
  const median = (of: PixelValue) => quantile(valuesOf(pixels, of), 0.5);
  const red = median((level, red) => red / level);
  const blue = median((level, _, blue) => blue / level);
  const distances = valuesOf(pixels, (level, ownRed, ownBlue) =>
    Math.hypot(ownRed - red * level, ownBlue - blue * level),
  );
  return quantile(distances, SHARE);
}

/** Luma, red and blue of pixels. */
interface Pixels {
  readonly levels: Float32Array;
  readonly reds: Uint8Array;
  readonly blues: Uint8Array;
}

function litPixels(raster: Raster): Pixels {
  const levels = luma(raster);
  const [reds, blues] = [new Uint8Array(levels.length), new Uint8Array(levels.length)];
  let count = 0;
  for (let at = 0; at < levels.length; at++) {
    if (levels[at]! <= LIT) continue;
    levels[count] = levels[at]!;
    reds[count] = raster.data[at * 3]!;
    blues[count++] = raster.data[at * 3 + 2]!;
  }
  return {
    levels: levels.subarray(0, count),
    reds: reds.subarray(0, count),
    blues: blues.subarray(0, count),
  };
}

type PixelValue = (level: number, red: number, blue: number) => number;

function valuesOf({ levels, reds, blues }: Pixels, of: PixelValue): Float64Array {
  const values = new Float64Array(levels.length);
  for (let i = 0; i < values.length; i++) values[i] = of(levels[i]!, reds[i]!, blues[i]!);
  return values;
}
