import type { Box } from "../../geometry/boxes.ts";
import { luma, type Raster } from "../../imaging/raster.ts";
import { resize } from "../../imaging/resize.ts";
import { looking } from "../measure.ts";

/** Pixels on the longer side that a document is shrunk to: noise goes, and its colours stay. */
const SIDE = 160;
/** Luma from which on a colour can be told. */
const LIT = 40;
/** Fewer lit pixels say nothing of a document. */
const LEAST = 100;
const SHARE = 0.9;
const MEDIAN = 0.5;

/** A document without colours: a photocopy, or a print in black. */
export const photocopy = looking({ name: "colour-range", version: "2" }, async ({ raster, document }) => {
  const range = await colourRange(raster, document);
  return range === null ? [] : [{ trace: "missing_colour", value: -range, region: null }];
});

/**
 * How far the colours of a part of a picture lie from those of a grey page under the same light, in codes of red and blue
 * against luma: what nine in ten of its lit pixels do not exceed. Lamps tint all of a page alike, so that the page's median
 * tint is taken for its light. Null where next to nothing is lit.
 */
export async function colourRange(raster: Raster, box: Box): Promise<number | null> {
  const x = Math.max(0, Math.floor(box.x));
  const y = Math.max(0, Math.floor(box.y));
  const width = Math.min(raster.width, Math.ceil(box.x + box.width)) - x;
  const height = Math.min(raster.height, Math.ceil(box.y + box.height)) - y;
  const by = Math.min(1, SIDE / Math.max(width, height));
  const small = await resize(raster, Math.ceil(width * by), Math.ceil(height * by), { x, y, width, height });
  const pixels = litPixels(small);
  if (pixels.levels.length < LEAST) return null;
  const red = quantile(pixels, MEDIAN, (level, red) => red / level);
  const blue = quantile(pixels, MEDIAN, (level, _, blue) => blue / level);
  return quantile(pixels, SHARE, (level, ownRed, ownBlue) => {
    return Math.hypot(ownRed - red * level, ownBlue - blue * level);
  });
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

type Of = (level: number, red: number, blue: number) => number;

function quantile({ levels, reds, blues }: Pixels, share: number, of: Of): number {
  const values = new Float64Array(levels.length);
  for (let i = 0; i < values.length; i++) values[i] = of(levels[i]!, reds[i]!, blues[i]!);
  return values.sort()[Math.floor(share * (values.length - 1))]!;
}
