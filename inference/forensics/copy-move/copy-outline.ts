import type { Box } from "../../geometry/boxes.ts";
import type { Vec2 } from "../../geometry/transform.ts";
import type { Raster } from "../../imaging/raster.ts";
import { quantile } from "../../statistics.ts";

/** Least correlation of the pixel steps along a row or column that belongs to a copy. */
const CORRELATION_MIN = 0.25;

/** Whether a box overlaps itself at `offset`: then it is a pattern and no copy. */
export const overlaps = ({ width, height }: Box, offset: Vec2): boolean =>
  Math.abs(offset.x) < width && Math.abs(offset.y) < height;

/**
 * The whole box that appears in the image once more at `offset`: grown from a seed, row by row and column
 * by column, while both places correlate and do not overlap. An image of tiles would else be compared whole.
 */
export function grownCopy(raster: Raster, seed: Box, offset: Vec2): Box {
  let { x: left, y: top } = seed;
  let [right, bottom] = [seed.x + seed.width, seed.y + seed.height];
  const mayWiden = () => !overlaps({ ...seed, width: right - left + 1, height: bottom - top }, offset);
  const mayHeighten = () => !overlaps({ ...seed, width: right - left, height: bottom - top + 1 }, offset);
  const equal = (x: number, y: number, width: number, height: number) => {
    const line = { x, y, width, height };
    return lies(raster, line, offset) && correlation(raster, line, offset) >= CORRELATION_MIN;
  };
  for (let grew = true; grew; ) {
    grew = false;
    if (mayWiden() && equal(left - 1, top, 1, bottom - top)) [left, grew] = [left - 1, true];
    if (mayWiden() && equal(right, top, 1, bottom - top)) [right, grew] = [right + 1, true];
    if (mayHeighten() && equal(left, top - 1, right - left, 1)) [top, grew] = [top - 1, true];
    if (mayHeighten() && equal(left, bottom, right - left, 1)) [bottom, grew] = [bottom + 1, true];
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * The true edge may be this many pixels beyond a grown box: after another compression plain paper correlates
 * everywhere.
 */
const BEYOND = 10;

/**
 * Sharpness of a box's rim: sum over its four sides of the median step of green from one line of pixels to
 * the next. A copy ends abruptly, its source continues.
 */
export function rimSharpness(raster: Raster, { x, y, width, height }: Box): number {
  const sides = [
    { x, y, width, height: 1, out: { x: 0, y: -1 } },
    { x, y: y + height - 1, width, height: 1, out: { x: 0, y: 1 } },
    { x, y, width: 1, height, out: { x: -1, y: 0 } },
    { x: x + width - 1, y, width: 1, height, out: { x: 1, y: 0 } },
  ];
  return sides.reduce((sum, { out, ...side }) => {
    const beyond = Array.from({ length: BEYOND }, (_, by) => ({
      ...side,
      x: side.x + by * out.x,
      y: side.y + by * out.y,
    }));
    return (
      sum + Math.max(0, ...beyond.filter((at) => lies(raster, at, out)).map((at) => step(raster, at, out)))
    );
  }, 0);
}

/** Whether a box, and the box moved, lie in the raster. */
function lies(raster: Raster, { x, y, width, height }: Box, by: Vec2): boolean {
  const [left, top] = [Math.min(x, x + by.x), Math.min(y, y + by.y)];
  const [right, bottom] = [Math.max(x, x + by.x) + width, Math.max(y, y + by.y) + height];
  return left >= 0 && top >= 0 && right <= raster.width && bottom <= raster.height;
}

/**
 * Absolute median step of green from a line of pixels to the line beside it; text at the line steps up as
 * often as down.
 */
function step({ width, data }: Raster, line: Box, out: Vec2): number {
  const along = line.height === 1 ? 3 : 3 * width;
  const beside = 3 * (out.y * width + out.x);
  const length = Math.max(line.width, line.height);
  const steps = new Float32Array(length);
  for (let i = 0, p = (line.y * width + line.x) * 3 + 1; i < length; i++, p += along) {
    steps[i] = data[p]! - data[p + beside]!;
  }
  return Math.abs(quantile(steps, 0.5));
}

/** Correlation, −1..1, of the steps from pixel to pixel along a row or a column with those `offset` away. */
function correlation({ width, data }: Raster, line: Box, offset: Vec2): number {
  const step = line.height === 1 ? 3 : 3 * width;
  const shift = 3 * (offset.y * width + offset.x);
  let [products, here, there] = [0, 0, 0];
  let p = (line.y * width + line.x) * 3 + 1;
  for (let i = 1; i < Math.max(line.width, line.height); i++, p += step) {
    const a = data[p + step]! - data[p]!;
    const b = data[p + step + shift]! - data[p + shift]!;
    products += a * b;
    here += a * a;
    there += b * b;
  }
  return products / Math.max(1, Math.sqrt(here * there));
}
