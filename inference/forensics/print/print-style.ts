import type { Box } from "../../geometry/boxes.ts";
import { median, quantile, robustDeviation } from "../../statistics.ts";
import type { Glyph, Strip, StripReader } from "./glyphs.ts";

/** Style and geometry of a line of text; lengths in pixels of the upload. */
export interface PrintStyle {
  /** The middle of its characters. */
  readonly x: number;
  readonly y: number;
  /** From the first character's middle to the last one's. */
  readonly length: number;
  /** Height of its tall characters. */
  readonly height: number;
  /**
   * Common slope of its baseline and its line of capitals: tangent of the angle, positive if the line falls
   * to the right.
   */
  readonly slope: number;
  /** Standard error of the slope, from the characters' distances to the line. */
  readonly slopeError: number;
  readonly words: readonly EdgeSharpness[];
  readonly characters: readonly EdgeSharpness[];
}

/**
 * A word or a character, and the share of its contrast, 0..1, that its upright edges take from one pixel to
 * the next.
 */
export interface EdgeSharpness {
  readonly box: Box;
  readonly sharpness: number;
}

/**
 * Heights and width of a character, relative to the median glyph height; wider glyphs are touching
 * characters.
 */
const TALL = { least: 0.75, most: 1.3 } as const;
const WIDEST = 2;
/** Largest height of a line's box, in heights of its characters: a higher box holds other lines, too. */
const BOX_MOST = 3.5;
/** Fewest and most characters: a box with more is no line of text, and slopes take quadratic time. */
const CHARACTERS = { least: 3, most: 240 } as const;
/** In pixels: the edges of smaller characters blend. */
const HEIGHT_MIN = 15;
/** Least standard deviation of a character's edge, from whole pixels. */
const FINEST = 0.5;
/** Largest gap between two characters of a word, in heights. */
const GAP = 0.6;
/** Fewest edges of a measurement, and the quantile of their steps: corners lie below, noise lies above. */
const EDGES_MIN = 24;
const RANK = 0.8;

/** Undefined if too few characters can be separated. */
export function printStyle(readStrip: StripReader, box: Box): PrintStyle | undefined {
  const strip = readStrip(box);
  if (strip === undefined) return undefined;
  const characters = charactersOf(strip);
  if (characters.length < CHARACTERS.least || characters.length > CHARACTERS.most) return undefined;
  const height = characters.reduce((sum, { top, bottom }) => sum + bottom - top, 0) / characters.length;
  if (height < HEIGHT_MIN) return undefined;
  const middles = characters.map(({ left, right }) => (left + right) / 2);
  const slope = slopeOf(characters, middles, height);
  if (slope === undefined || strip.height - Math.abs(slope) * strip.width > BOX_MOST * height)
    return undefined;
  return {
    x: strip.left + (middles[0]! + middles.at(-1)!) / 2,
    y: strip.top + median(characters.map(({ top, bottom }) => (top + bottom) / 2)),
    length: middles.at(-1)! - middles[0]!,
    height,
    slope,
    slopeError: slopeErrorOf(characters, middles, slope),
    words: wordsOf(characters, height).flatMap((word) => sharp(strip, word)),
    characters: characters.flatMap((character) => sharp(strip, [character])),
  };
}

/** Glyphs as tall as a line's capitals and figures that lie wholly within the strip. */
function charactersOf({ glyphs, width, height }: Strip): Glyph[] {
  const heights = glyphs.map(({ top, bottom }) => bottom - top);
  const large = heights.filter((tall) => tall > 0.25 * height);
  if (large.length === 0) return [];
  const usual = median(large);
  return glyphs.filter(({ left, right }, i) => {
    const isWhole = left > 0 && right < width;
    const isTall = heights[i]! > TALL.least * usual && heights[i]! < TALL.most * usual;
    return isWhole && isTall && right - left < WIDEST * usual;
  });
}

/**
 * Median slope of all lines through two tops or two bottoms (P. K. Sen, 1968): round letters do not sway it.
 */
function slopeOf(
  characters: readonly Glyph[],
  middles: readonly number[],
  height: number,
): number | undefined {
  const slopes: number[] = [];
  for (let i = 0; i < characters.length; i++) {
    for (let j = i + 1; j < characters.length; j++) {
      const run = middles[j]! - middles[i]!;
      if (run <= height) continue;
      slopes.push((characters[j]!.bottom - characters[i]!.bottom) / run);
      slopes.push((characters[j]!.top - characters[i]!.top) / run);
    }
  }
  return slopes.length === 0 ? undefined : median(slopes);
}

/**
 * Standard error of a least-squares slope over evenly spread characters, with a robust standard deviation.
 */
function slopeErrorOf(characters: readonly Glyph[], middles: readonly number[], slope: number): number {
  const deviations = (["top", "bottom"] as const).flatMap((edge) => {
    const levels = characters.map((character, i) => character[edge] - slope * middles[i]!);
    const usual = median(levels);
    return levels.map((level) => Math.abs(level - usual));
  });
  const deviation = Math.max(FINEST, robustDeviation(deviations));
  const length = middles.at(-1)! - middles[0]!;
  return (deviation * Math.sqrt(12 / characters.length)) / length;
}

function wordsOf(characters: readonly Glyph[], height: number): Glyph[][] {
  const words: Glyph[][] = [];
  for (const character of characters) {
    const last = words.at(-1)?.at(-1);
    if (last === undefined || character.left - last.right > GAP * height) words.push([]);
    words.at(-1)!.push(character);
  }
  return words;
}

/** Empty for characters with too few upright edges. */
function sharp({ luma, width, paper, ink, ...strip }: Strip, characters: readonly Glyph[]): EdgeSharpness[] {
  const middle = (paper + ink) / 2;
  const steps: number[] = [];
  for (const { left, top, right, bottom } of characters) {
    for (let y = top; y < bottom; y++) {
      for (let p = y * width + left - 1; p < y * width + right; p++) {
        if (luma[p]! < middle === luma[p + 1]! < middle) continue;
        steps.push(Math.abs(luma[p + 1]! - luma[p]!) / (paper - ink));
      }
    }
  }
  if (steps.length < EDGES_MIN) return [];
  const sharpness = quantile(steps, RANK);
  const [x, right] = [characters[0]!.left, characters.at(-1)!.right];
  const [y, bottom] = [
    Math.min(...characters.map((c) => c.top)),
    Math.max(...characters.map((c) => c.bottom)),
  ];
  return [{ box: { x: strip.left + x, y: strip.top + y, width: right - x, height: bottom - y }, sharpness }];
}
