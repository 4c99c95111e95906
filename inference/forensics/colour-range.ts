import type { Box } from "../geometry/boxes.ts";
import { luma, type Raster } from "../imaging/raster.ts";
import { resize } from "../imaging/resize.ts";
import type { Measure } from "./measure.ts";

/** Pixels on the longer side that a document is shrunk to: noise goes, and its colours stay. */
const SIDE = 160;
/** Luma from which on a colour can be told. */
const LIT = 40;
/** Fewer lit pixels say nothing of a document. */
const LEAST = 100;
const SHARE = 0.9;
const MEDIAN = 0.5;

/** A document without colours: a photocopy, or a print in black. */
export const photocopy: Measure = {
  model: { name: "colour-range", version: "2" },
  async measure({ raster, document }) {
    const range = await colourRange(raster, document);
    return range === null ? [] : [{ trace: "missing_colour", value: -range, region: null }];
  },
};

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
  if (pixels.length < LEAST) return null;
  const red = quantile(pixels, MEDIAN, (pixel) => pixel.red / pixel.level);
  const blue = quantile(pixels, MEDIAN, (pixel) => pixel.blue / pixel.level);
  return quantile(pixels, SHARE, (pixel) => {
    return Math.hypot(pixel.red - red * pixel.level, pixel.blue - blue * pixel.level);
  });
}

interface Pixel {
  /** Luma. */
  readonly level: number;
  readonly red: number;
  readonly blue: number;
}

function litPixels(raster: Raster): Pixel[] {
  return Array.from(luma(raster), (level, at) => {
    return { level, red: raster.data[at * 3]!, blue: raster.data[at * 3 + 2]! };
  }).filter(({ level }) => level > LIT);
}

function quantile(pixels: readonly Pixel[], share: number, of: (pixel: Pixel) => number): number {
  const values = pixels.map(of).sort((a, b) => a - b);
  return values[Math.floor(share * (values.length - 1))]!;
}
