import { area, type Box, boundingBox, clipped, grown, outward } from "../geometry/boxes.ts";
import { apply, compose, scaling, type Transform, translation } from "../geometry/transform.ts";
import type { Raster } from "./raster.ts";
import { resize } from "./resize.ts";
import { sample } from "./sample.ts";

/** From this many source pixels per target pixel on, bilinear sampling alone would alias. */
const SHRINK_FROM = 1.5;

/**
 * A part of the source this many times larger than the target's view of it is not shrunk as a whole: the box
 * around a diagonal line of text in a large image is the whole image.
 */
const SPARSE_FROM = 4;

/**
 * Renders `width` × `height` pixels of `source` seen through `toSource`, which maps target coordinates to
 * source coordinates. Bilinear, with the source shrunk first if the target is coarser; outside of the source
 * is black. Time and memory grow with the pixels in view.
 */
export function warp(source: Raster, toSource: Transform, width: number, height: number): Raster {
  const seen = visiblePart(source, toSource, width, height);
  const ratio = pixelRatio(toSource, width, height);
  if (seen === undefined || ratio < SHRINK_FROM) return sample(source, toSource, width, height);
  if (isSparse(seen, ratio, width, height)) return supersample(source, toSource, width, height, ratio);
  const small = resize(source, Math.ceil(seen.width / ratio), Math.ceil(seen.height / ratio), seen);
  const shrunk = scaling(small.width / seen.width, small.height / seen.height);
  const toSmall = compose(compose(shrunk, translation(-seen.x, -seen.y)), toSource);
  return sample(small, toSmall, width, height);
}

/** Whether the target shows only a small share of the box around its view. */
export const isSparse = (seen: Box, ratio: number, width: number, height: number): boolean =>
  area(seen) > SPARSE_FROM * width * height * ratio ** 2;

/** Most samples across and down a target pixel: the mean of nine source pixels is enough. */
const MOST_SAMPLES = 3;

/**
 * The same, but each pixel is the mean of source pixels spread evenly under it, as many across and down as
 * lie there. Memory does not grow with the source.
 */
export function supersample(
  source: Raster,
  toSource: Transform,
  width: number,
  height: number,
  ratio: number,
): Raster {
  const by = Math.min(Math.ceil(ratio), MOST_SAMPLES);
  if (by <= 1) return sample(source, toSource, width, height);
  const [a, b, c, d, e, f, g, h, i] = compose(toSource, scaling(1 / by));
  const data = new Uint8Array(width * height * 3);
  // Column by column: a line that lies across a large image leaves the cache at each pixel along a row.
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) {
      let red = 0.5 * by ** 2;
      let green = red;
      let blue = red;
      for (let v = y * by + 0.5; v < (y + 1) * by; v++) {
        for (let u = x * by + 0.5; u < (x + 1) * by; u++) {
          const w = g * u + h * v + i;
          const column = Math.floor((a * u + b * v + c) / w);
          const row = Math.floor((d * u + e * v + f) / w);
          if (!(column >= 0 && row >= 0 && column < source.width && row < source.height)) continue;
          const at = (row * source.width + column) * 3;
          red += source.data[at]!;
          green += source.data[at + 1]!;
          blue += source.data[at + 2]!;
        }
      }
      const out = (y * width + x) * 3;
      data[out] = red / by ** 2;
      data[out + 1] = green / by ** 2;
      data[out + 2] = blue / by ** 2;
    }
  }
  return { width, height, data };
}

/**
 * Whole pixels of the source that the target can touch, with room for the filter; undefined if there are
 * none.
 */
function visiblePart(source: Raster, toSource: Transform, width: number, height: number): Box | undefined {
  const corners = [0, width].flatMap((x) => [0, height].map((y) => apply(toSource, { x, y })));
  const box = boundingBox(corners);
  const seen = clipped(outward(grown(box, 0.05 * Math.max(box.width, box.height))), source);
  return area(seen) > 0 ? seen : undefined;
}

/** How many source pixels one target pixel spans along a side, at the target's centre. */
export function pixelRatio(toSource: Transform, width: number, height: number): number {
  const centre = apply(toSource, { x: width / 2, y: height / 2 });
  const right = apply(toSource, { x: width / 2 + 1, y: height / 2 });
  const down = apply(toSource, { x: width / 2, y: height / 2 + 1 });
  const [ax, ay, bx, by] = [right.x - centre.x, right.y - centre.y, down.x - centre.x, down.y - centre.y];
  return Math.sqrt(Math.abs(ax * by - ay * bx));
}
