import { flattening, type Quad } from "../../geometry/quad.ts";
import { greyStrip } from "../../imaging/grey-strip.ts";
import type { Raster } from "../../imaging/raster.ts";

/** Rows of a line's strip, which the model takes. */
export const HEIGHT = 32;

/** Keeps the noise of an even surface small; the model was trained with it. */
const STEADY = 4;

/** A line cut out of an image: 32 × `width` pixels, row by row, (v - mean) / (standard deviation + 4). */
export const cutLine = (raster: Raster, quad: Quad, width: number): Float32Array =>
  normalise(greyStrip(raster, flattening(quad, width, HEIGHT), width, HEIGHT));

/** (v - mean) / (standard deviation + 4), which takes out paper and light. */
export function normalise(line: Float32Array): Float32Array {
  let [sum, squares] = [0, 0];
  for (let at = 0; at < line.length; at++) {
    sum += line[at]!;
    squares += line[at]! ** 2;
  }
  const mean = sum / line.length;
  const scale = 1 / (Math.sqrt(Math.max(0, squares / line.length - mean ** 2)) + STEADY);
  const out = new Float32Array(line.length);
  for (let at = 0; at < line.length; at++) out[at] = (line[at]! - mean) * scale;
  return out;
}

/** From so far below the mean, in standard deviations, a pixel counts as ink. */
const INK = -0.7;
/** Rows with this share of the fullest row's ink are the letters'. */
const FULL = 0.35;

/** The height of the letters of a strip as a share of its own, 0..1; 0 for a strip without ink. */
export function letterHeight(strip: Float32Array): number {
  const width = strip.length / HEIGHT;
  const ink = Array.from({ length: HEIGHT }, (_, y) => {
    let count = 0;
    for (let x = 0; x < width; x++) if (strip[y * width + x]! < INK) count++;
    return count;
  });
  const least = FULL * Math.max(...ink);
  const isLetters = (count: number) => count > 0 && count >= least;
  const first = ink.findIndex(isLetters);
  return first === -1 ? 0 : (ink.findLastIndex(isLetters) + 1 - first) / HEIGHT;
}
