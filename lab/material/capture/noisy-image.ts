import type { Raster } from "../../../inference/imaging/raster.ts";
import { seededRandom } from "../random.ts";

export type Colour = (x: number, y: number) => readonly [red: number, green: number, blue: number];

/** An image of a colour for each pixel, 0..255, under a sensor's noise. */
export function noisyImage(side: number, colour: Colour, noise = 3): Raster {
  const random = seededRandom(5);
  const data = new Uint8Array(side * side * 3);
  for (let i = 0; i < side * side; i++) {
    const values = colour(i % side, Math.floor(i / side));
    values.forEach((value, c) => {
      data[i * 3 + c] = Math.min(255, Math.max(0, value + (random() + random() - 1) * noise * 2));
    });
  }
  return { width: side, height: side, data };
}

/** Paper under a lamp beside it. */
export const paper: Colour = (x, y) => [225 - x / 20, 215 - y / 20, 180];
