import type { Box } from "../geometry/boxes.ts";
import { lumaWithin, type Raster } from "../imaging/raster.ts";

/** One connected piece of ink: most often a character. Pixels from its strip's left and top, the ends left out. */
export interface Glyph {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A part of the picture that text stands on, in luma. */
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

/** Shares of a strip's pixels that are darker than its paper, and than its ink. */
const PAPER = 0.75;
const INK = 0.03;
/** Text with less contrast, of 255, has no outlines to measure. */
const CONTRAST_MIN = 40;
/** Pixels around a line's box, and the fewest that a speck does not have. */
const RIM = 2;
const AREA_MIN = 12;

/** The dark text within a box; null where no text stands out from its paper. */
export function stripOf(raster: Raster, box: Box): Strip | null {
  const [left, top] = [Math.max(0, Math.floor(box.x - RIM)), Math.max(0, Math.floor(box.y - RIM))];
  const width = Math.min(raster.width, Math.ceil(box.x + box.width + RIM)) - left;
  const height = Math.min(raster.height, Math.ceil(box.y + box.height + RIM)) - top;
  if (width < 1 || height < 1) return null;
  const luma = lumaWithin(raster, { x: left, y: top, width, height });
  const sorted = luma.toSorted();
  const [paper, ink] = [PAPER, INK].map((share) => sorted[Math.floor(share * sorted.length)]!) as [
    number,
    number,
  ];
  if (paper - ink < CONTRAST_MIN) return null;
  return { left, top, width, height, luma, paper, ink, glyphs: piecesOf(luma, width, (paper + ink) / 2) };
}

/** Pieces of what is darker than `limit` and hangs together, also over corners, from left to right. */
function piecesOf(luma: Float32Array, width: number, limit: number): Glyph[] {
  const isLeft = Uint8Array.from(luma, (value) => (value < limit ? 1 : 0));
  const glyphs: Glyph[] = [];
  for (let seed = 0; seed < luma.length; seed++) {
    if (isLeft[seed] === 0) continue;
    const piece = fill(isLeft, width, seed);
    if (piece.length < AREA_MIN) continue;
    const [xs, ys] = [piece.map((p) => p % width), piece.map((p) => Math.floor(p / width))];
    glyphs.push({ left: least(xs), top: least(ys), right: most(xs) + 1, bottom: most(ys) + 1 });
  }
  return glyphs.sort((a, b) => a.left - b.left);
}

const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b));
const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b));

/** Takes the piece around a pixel out of what is left. */
function fill(isLeft: Uint8Array, width: number, seed: number): number[] {
  isLeft[seed] = 0;
  const piece = [seed];
  for (const p of piece) {
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const x = (p % width) + dx;
        const q = p + dy * width + dx;
        if (x < 0 || x >= width || q < 0 || q >= isLeft.length || isLeft[q] === 0) continue;
        isLeft[q] = 0;
        piece.push(q);
      }
    }
  }
  return piece;
}
