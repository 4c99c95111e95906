import type { Light } from "../machine/state.ts";
import { EdgeMap, type Place } from "./place.ts";

/** A small grey photo, row by row, 0 black to 255 white. */
export interface Luma {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
  /** Pixels of the camera's photo along each of these. */
  readonly scale: number;
}

/** Measures of a frame. Shares are 0 to 1; all but `motion` and `place` are of the document. */
export interface Measures {
  /** Mean brightness, 0 to 255. */
  readonly mean: number;
  /** Share of overexposed pixels. */
  readonly burnt: number;
  /** Share of overexposed pixels in the worst tile: a reflection is small and total. */
  readonly burntTile: number;
  /** Strength of the strongest edges, in steps of brightness from pixel to pixel. */
  readonly sharpness: number;
  /** Mean change since the frame before, in steps of brightness; 0 for the first. */
  readonly motion: number;
  /** Where the document lies; null if nothing has edges. */
  readonly place: Place | null;
  /** Its longer side in pixels of the camera's photo; 0 without a document. */
  readonly longSide: number;
}

const BURNT = 250;
/** Tiles along each side. */
const TILES = 8;
/** The share of pixels whose edges count as the strongest. */
const STRONGEST = 0.01;
/** An edge is a step of at least this, and of at least this share of the strongest ones. */
const EDGE = { least: 10, share: 0.14 } as const;

/** Measures a frame, and its change since the one before. */
export function measure(frame: Luma, before: Luma | null): Measures {
  const steps = stepsOf(frame);
  const place = placeOf(frame, steps);
  return {
    ...measurePart(frame, steps, place),
    motion: before === null ? 0 : changeOf(frame, before),
    place,
    longSide: place === null ? 0 : longSideOf(frame, place),
  };
}

const longSideOf = ({ width, height, scale }: Luma, { left, right, top, bottom }: Place): number =>
  Math.max((right - left) * width, (bottom - top) * height) * scale;

/** The step of brightness from each pixel to its neighbours on the left and above. */
function stepsOf({ width, height, data }: Luma): Uint8Array {
  const steps = new Uint8Array(width * height);
  for (let y = 1, at = width; y < height; y++) {
    at++;
    for (let x = 1; x < width; x++, at++) {
      const value = data[at]!;
      steps[at] = Math.max(Math.abs(value - data[at - 1]!), Math.abs(value - data[at - width]!));
    }
  }
  return steps;
}

function placeOf({ width, height }: Luma, steps: Uint8Array): Place | null {
  const least = Math.max(EDGE.least, strongest(steps) * EDGE.share);
  const edges = new EdgeMap(width, height);
  for (let at = 0; at < steps.length; at++) {
    if (steps[at]! >= least) edges.mark(at % width, Math.floor(at / width));
  }
  return edges.place();
}

/** Light and sharpness of the document, or of the whole photo if none is found. */
function measurePart({ width, height, data }: Luma, steps: Uint8Array, place: Place | null) {
  const { left = 0, right = 1, top = 0, bottom = 1 } = place ?? {};
  const [x0, x1] = [Math.floor(left * width), Math.min(width, Math.ceil(right * width))];
  const [y0, y1] = [Math.floor(top * height), Math.min(height, Math.ceil(bottom * height))];
  const tiles = new Uint32Array(TILES * TILES);
  const counts = new Uint32Array(256);
  const pixels = (x1 - x0) * (y1 - y0);
  let [sum, burnt] = [0, 0];
  for (let y = y0; y < y1; y++) {
    const tileRow = Math.floor(((y - y0) * TILES) / (y1 - y0)) * TILES;
    for (let x = x0; x < x1; x++) {
      const value = data[y * width + x]!;
      sum += value;
      counts[steps[y * width + x]!]!++;
      if (value < BURNT) continue;
      burnt++;
      tiles[tileRow + Math.floor(((x - x0) * TILES) / (x1 - x0))]!++;
    }
  }
  return {
    mean: sum / pixels,
    burnt: burnt / pixels,
    burntTile: Math.max(...tiles) / (pixels / (TILES * TILES)),
    sharpness: topOf(counts, pixels * STRONGEST),
  };
}

function changeOf({ data }: Luma, before: Luma): number {
  let change = 0;
  for (let at = 0; at < data.length; at++) change += Math.abs(data[at]! - before.data[at]!);
  return change / data.length;
}

function strongest(steps: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (const step of steps) counts[step]!++;
  return topOf(counts, steps.length * STRONGEST);
}

/** The smallest step among the `count` largest. */
function topOf(counts: Uint32Array, count: number): number {
  let seen = 0;
  for (let step = counts.length - 1; step > 0; step--) {
    seen += counts[step]!;
    if (seen >= count) return step;
  }
  return 0;
}

/**
 * The middle of the page's oval, in shares of the photo's sides: forehead to chin of a face that fills it.
 */
const FACE = { left: 0.38, right: 0.62, top: 0.22, bottom: 0.74 } as const;

/**
 * Mean luma of the middle, 0 to 255. The service rejects a face under 40 and over 225 (contract §5): what is
 * measured here has hair and a wall in it, so that it speaks a little earlier.
 */
const LIMITS = { least: 55, most: 210 } as const;

/** The light on a face in the oval. No face is detected: it may be elsewhere, so a hint blocks nothing. */
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
