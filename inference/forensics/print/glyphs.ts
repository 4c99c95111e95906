import { area, type Box, clipped, grown, outward } from "../../geometry/boxes.ts";
import { lumaWithin, type Raster } from "../../imaging/raster.ts";
import { quantilesOfLevels } from "../../statistics.ts";

/**
 * One connected component of ink, most often a character, in pixels from its strip's top left corner; `right`
 * and `bottom` are exclusive.
 */
export interface Glyph {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A line of text and the paper around it, in luma. */
export interface Strip {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly luma: Float32Array;
  /** Luma of the paper, and of the darkest ink. */
  readonly paper: number;
  readonly ink: number;
  readonly glyphs: readonly Glyph[];
}

/** Quantiles of a strip's luma that represent its paper and its ink. */
const PAPER = 0.75;
const INK = 0.03;
/** Least contrast, of 255, of text whose outlines can be measured. */
const CONTRAST_MIN = 40;
/** Pixels around a line's box, and the fewest pixels of a glyph: smaller components are specks. */
const RIM = 2;
const AREA_MIN = 12;

/**
 * Pixels of the boxes that are measured, as shares of the image's: of one line and of all lines together.
 * The box around a line that lies across the image is all of the image.
 */
const PIXELS = { line: 0.25, all: 2 } as const;

/** The boxes of the lines to measure, in the given order, up to a limit on the work. */
export function measurable<Line extends { readonly box: Box }>(
  raster: Raster,
  lines: readonly Line[],
): Line[] {
  const whole = raster.width * raster.height;
  let left = PIXELS.all * whole;
  return lines.filter(({ box }) => {
    const own = area(partOf(raster, box));
    if (own > PIXELS.line * whole || own > left) return false;
    left -= own;
    return true;
  });
}

const partOf = (raster: Raster, box: Box): Box => clipped(grown(outward(box), RIM), raster);

/** The dark text within a box; undefined if no text contrasts with its paper. */
export type StripReader = (box: Box) => Strip | undefined;

/**
 * Reads strips of an image, each into the same buffer, which is as large as the largest: a diagonal line in a
 * large image takes tens of megabytes. A strip's luma is valid until the next strip is read.
 */
export function stripReader(raster: Raster, boxes: readonly Box[]): StripReader {
  const most = Math.max(0, ...boxes.map((box) => area(partOf(raster, box))));
  const [room, isInk, queue] = [new Float32Array(most), new Uint8Array(most), new Uint32Array(most)];
  return (box) => {
    const part = partOf(raster, box);
    if (area(part) === 0) return undefined;
    const { x: left, y: top, width, height } = part;
    const luma = lumaWithin(raster, part, room);
    const [paper, ink] = quantilesOfLevels(luma, [PAPER, INK]) as [number, number];
    if (paper - ink < CONTRAST_MIN) return undefined;
    const limit = (paper + ink) / 2;
    for (let p = 0; p < luma.length; p++) isInk[p] = luma[p]! < limit ? 1 : 0;
    const glyphs = takePieces(isInk.subarray(0, luma.length), width, queue);
    return { left, top, width, height, luma, paper, ink, glyphs };
  };
}

/** Takes the connected components (8-neighbours) off a mask; they come from left to right. */
function takePieces(isLeft: Uint8Array, width: number, queue: Uint32Array): Glyph[] {
  const glyphs: Glyph[] = [];
  for (let seed = isLeft.indexOf(1); seed !== -1; seed = isLeft.indexOf(1, seed + 1)) {
    const { area, ...glyph } = takePiece(isLeft, width, seed, queue);
    if (area >= AREA_MIN) glyphs.push(glyph);
  }
  return glyphs.sort((a, b) => a.left - b.left);
}

/** Removes the component around a pixel from the mask; `queue` has room for all pixels. */
function takePiece(
  isLeft: Uint8Array,
  width: number,
  seed: number,
  queue: Uint32Array,
): Glyph & { readonly area: number } {
  const height = isLeft.length / width;
  let [left, top, right, bottom] = [width, height, 0, 0];
  isLeft[seed] = 0;
  queue[0] = seed;
  let area = 1;
  for (let next = 0; next < area; next++) {
    const p = queue[next]!;
    const y = Math.floor(p / width);
    const x = p - y * width;
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + 1);
    bottom = Math.max(bottom, y + 1);
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
      const last = row * width + Math.min(width - 1, x + 1);
      for (let q = row * width + Math.max(0, x - 1); q <= last; q++) {
        if (isLeft[q] === 0) continue;
        isLeft[q] = 0;
        queue[area++] = q;
      }
    }
  }
  return { left, top, right, bottom, area };
}
