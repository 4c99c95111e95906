/** A small grey picture, row by row, 0 black to 255 white. */
export interface Luma {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** What is measured of a frame. Shares are 0 to 1. */
export interface Measures {
  /** Mean brightness, 0 to 255. */
  readonly mean: number;
  /** Share of pixels that are burnt out. */
  readonly burnt: number;
  /** Share of the most burnt of the picture's tiles: a reflection is small and total. */
  readonly burntTile: number;
  /** Strength of the strongest edges, in steps of brightness from pixel to pixel. */
  readonly sharpness: number;
  /** Mean change since the frame before, in steps of brightness; 0 for the first. */
  readonly motion: number;
  /** Share of the width that holds nearly all edges: how much of the picture the document takes. */
  readonly extent: number;
}

const BURNT = 250;
/** Tiles along each side. */
const TILES = 8;
/** The share of pixels whose edges count as the strongest. */
const STRONGEST = 0.01;
/** The share of the edges that the extent leaves out at either end. */
const MARGIN = 0.04;

/** Measures a frame, and its change since the one before. */
export function measure(frame: Luma, before: Luma | null): Measures {
  const { width, height, data } = frame;
  const pixels = width * height;
  const columns = new Float64Array(width);
  const tiles = new Uint32Array(TILES * TILES);
  const steps = new Uint32Array(256);
  let [sum, burnt, change] = [0, 0, 0];
  for (let y = 0; y < height; y++) {
    const tileRow = Math.floor((y * TILES) / height) * TILES;
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const value = data[at]!;
      sum += value;
      if (value >= BURNT) {
        burnt++;
        tiles[tileRow + Math.floor((x * TILES) / width)]!++;
      }
      if (before !== null) change += Math.abs(value - before.data[at]!);
      if (x === 0 || y === 0) continue;
      const step = Math.max(Math.abs(value - data[at - 1]!), Math.abs(value - data[at - width]!));
      steps[step]!++;
      columns[x]! += step * step;
    }
  }
  return {
    mean: sum / pixels,
    burnt: burnt / pixels,
    burntTile: Math.max(...tiles) / (pixels / (TILES * TILES)),
    sharpness: topOf(steps, pixels * STRONGEST),
    motion: change / pixels,
    extent: extentOf(columns),
  };
}

/** The smallest step among the `count` largest. */
function topOf(steps: Uint32Array, count: number): number {
  let seen = 0;
  for (let step = steps.length - 1; step > 0; step--) {
    seen += steps[step]!;
    if (seen >= count) return step;
  }
  return 0;
}

function extentOf(columns: Float64Array): number {
  const total = columns.reduce((sum, value) => sum + value, 0);
  if (total === 0) return 0;
  let [first, last, seen] = [0, columns.length - 1, 0];
  for (const [at, value] of columns.entries()) {
    if (seen < total * MARGIN) first = at;
    if (seen < total * (1 - MARGIN)) last = at;
    seen += value;
  }
  return (last - first + 1) / columns.length;
}
