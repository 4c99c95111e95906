import { mean } from "../../statistics.ts";
import { HEIGHT } from "./strips.ts";

/** A character's image: `WIDTH` × 32 values of its cell, row by row. */
type SignImage = Float32Array;

/** Columns that a cell is brought to. */
const WIDTH = 24;

/** A sign and its distance from the cell's edges, where neighbours reach in. */
const INSIDE = { left: 3, right: WIDTH - 3, top: 3, bottom: HEIGHT - 3 } as const;

/** Places that a sign is tried at, in columns and rows: those of a locator's cut are off by a few. */
const SHIFTS = [-3, -2, -1, 0, 1, 2, 3].flatMap((dx) => [-3, -2, -1, 0, 1, 2, 3].map((dy) => ({ dx, dy })));

/** The character whose middle is at `centre` and whose cell is `pitch` wide, in shares of the strip. */
export function cutSign(strip: Float32Array, centre: number, pitch: number): SignImage {
  const width = strip.length / HEIGHT;
  const sign = new Float32Array(WIDTH * HEIGHT);
  for (let column = 0; column < WIDTH; column++) {
    const x = (centre + ((column + 0.5) / WIDTH - 0.5) * pitch) * width - 0.5;
    const left = Math.floor(x);
    const [from, to] = [left, left + 1].map((at) => Math.min(Math.max(at, 0), width - 1));
    for (let row = 0; row < HEIGHT; row++) {
      const [a, b] = [strip[row * width + from!]!, strip[row * width + to!]!];
      sign[row * WIDTH + column] = a + (b - a) * (x - left);
    }
  }
  return sign;
}

/**
 * The position of each sign between two kinds with examples: 0 like those of `one`, 1 like those of `other`,
 * and beyond for stronger likeness. The signs are aligned first, and normalised for the strength of paper and
 * ink.
 */
export function between(
  signs: readonly SignImage[],
  one: readonly SignImage[],
  other: readonly SignImage[],
): number[] {
  let model = unit(inside(averageSign([...one, ...other]), 0, 0));
  model = unit(averageSign([...one, ...other].map((sign) => placed(sign, model))));
  const [a, b] = [one, other].map((kind) => averageSign(kind.map((sign) => placed(sign, model)))) as [
    Float32Array,
    Float32Array,
  ];
  const way = a.map((value, at) => b[at]! - value);
  const [from, length] = [dot(way, a), dot(way, way)];
  return signs.map((sign) => (dot(way, placed(sign, model)) - from) / Math.max(length, 1e-6));
}

/** The sign at the offset where it is most like the model, which has zero mean. */
function placed(sign: SignImage, model: Float32Array): Float32Array {
  let [best, most] = [SHIFTS[0]!, Number.NEGATIVE_INFINITY];
  for (const shift of SHIFTS) {
    const alike = correlation(sign, shift, model);
    if (alike > most) [best, most] = [shift, alike];
  }
  return unit(inside(sign, best.dx, best.dy));
}

/** The correlation of a moved sign's inside with a model without mean, times the model's length. */
function correlation(sign: SignImage, { dx, dy }: { dx: number; dy: number }, model: Float32Array): number {
  const { left, right, top, bottom } = INSIDE;
  let [product, sum, squares, at] = [0, 0, 0, 0];
  for (let y = top; y < bottom; y++) {
    const row = (y - dy) * WIDTH - dx;
    for (let x = left; x < right; x++) {
      const value = sign[row + x]!;
      product += value * model[at++]!;
      sum += value;
      squares += value * value;
    }
  }
  return product / Math.sqrt(Math.max(squares - sum ** 2 / at, 1e-6));
}

/** The part of a sign that neighbours do not reach, moved by this many columns and rows. */
function inside(sign: SignImage, dx: number, dy: number): Float32Array {
  const { left, right, top, bottom } = INSIDE;
  const part = new Float32Array((right - left) * (bottom - top));
  let at = 0;
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) part[at++] = sign[(y - dy) * WIDTH + x - dx]!;
  return part;
}

/** Without its mean, and of length 1. */
function unit(values: Float32Array): Float32Array {
  const middle = mean(values);
  const centred = values.map((v) => v - middle);
  const length = Math.sqrt(dot(centred, centred)) + 1e-6;
  return centred.map((v) => v / length);
}

function averageSign(all: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(all[0]!.length);
  for (const values of all) for (let at = 0; at < sum.length; at++) sum[at]! += values[at]! / all.length;
  return sum;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}
