import { type Box, boundingBox } from "../geometry/boxes.ts";
import { apply, compose, scaling, type Transform, translation } from "../geometry/transform.ts";
import type { Raster } from "./raster.ts";
import { resize } from "./resize.ts";

/** From this many source pixels per target pixel on, bilinear sampling alone would alias. */
const SHRINK_FROM = 1.5;

/**
 * Renders `width` × `height` pixels of `source` seen through `toSource`, which maps target coordinates to source
 * coordinates. Bilinear, with the source shrunk first where the target is coarser; outside of the source is black.
 */
export async function warp(
  source: Raster,
  toSource: Transform,
  width: number,
  height: number,
): Promise<Raster> {
  const seen = visiblePart(source, toSource, width, height);
  const ratio = pixelRatio(toSource, width, height);
  if (seen === null || ratio < SHRINK_FROM) return sample(source, toSource, width, height);
  const small = await resize(source, Math.ceil(seen.width / ratio), Math.ceil(seen.height / ratio), seen);
  const shrunk = scaling(small.width / seen.width, small.height / seen.height);
  const toSmall = compose(compose(shrunk, translation(-seen.x, -seen.y)), toSource);
  return sample(small, toSmall, width, height);
}

/** Whole pixels of the source that the target can touch, with room for the filter; null when it sees none. */
function visiblePart(source: Raster, toSource: Transform, width: number, height: number): Box | null {
  const corners = [0, width].flatMap((x) => [0, height].map((y) => apply(toSource, { x, y })));
  const { x, y, width: w, height: h } = boundingBox(corners);
  const margin = 0.05 * Math.max(w, h);
  const [left, top] = [Math.max(0, Math.floor(x - margin)), Math.max(0, Math.floor(y - margin))];
  const right = Math.min(source.width, Math.ceil(x + w + margin));
  const bottom = Math.min(source.height, Math.ceil(y + h + margin));
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null;
}

/** How many source pixels one target pixel spans along a side, at the target's centre. */
export function pixelRatio(toSource: Transform, width: number, height: number): number {
  const centre = apply(toSource, { x: width / 2, y: height / 2 });
  const right = apply(toSource, { x: width / 2 + 1, y: height / 2 });
  const down = apply(toSource, { x: width / 2, y: height / 2 + 1 });
  const [ax, ay, bx, by] = [right.x - centre.x, right.y - centre.y, down.x - centre.x, down.y - centre.y];
  return Math.sqrt(Math.abs(ax * by - ay * bx));
}

function sample(source: Raster, t: Transform, width: number, height: number): Raster {
  const data = new Uint8Array(width * height * 3);
  const isAffine = t[6] === 0 && t[7] === 0 && t[8] === 1;
  for (let y = 0, out = 0; y < height; y++) {
    for (let x = 0; x < width; x++, out += 3) {
      const w = isAffine ? 1 : t[6] * (x + 0.5) + t[7] * (y + 0.5) + t[8];
      const sx = (t[0] * (x + 0.5) + t[1] * (y + 0.5) + t[2]) / w - 0.5;
      const sy = (t[3] * (x + 0.5) + t[4] * (y + 0.5) + t[5]) / w - 0.5;
      const isInside = sx >= 0 && sy >= 0 && sx < source.width - 1 && sy < source.height - 1;
      if (isInside) bilinearInside(source, sx, sy, data, out);
      else bilinear(source, sx, sy, data, out);
    }
  }
  return { width, height, data };
}

/** As `bilinear` where all four pixels are in the source, as nearly all are: this loop is the most of a face's work in JS. */
function bilinearInside(source: Raster, x: number, y: number, target: Uint8Array, out: number) {
  const pixels = source.data;
  const stride = source.width * 3;
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const [right, down] = [x - x0, y - y0];
  const [left, up] = [1 - right, 1 - down];
  const at = y0 * stride + x0 * 3;
  for (let c = 0; c < 3; c++) {
    const p = at + c;
    const upper = left * pixels[p]! + right * pixels[p + 3]!;
    const lower = left * pixels[p + stride]! + right * pixels[p + stride + 3]!;
    target[out + c] = up * upper + down * lower + 0.5;
  }
}

/** Blends the four pixels around index position (x, y); those outside of the source count as black. */
function bilinear({ width, height, data }: Raster, x: number, y: number, target: Uint8Array, out: number) {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  for (let c = 0; c < 3; c++) {
    let value = 0;
    for (let corner = 0; corner < 4; corner++) {
      const column = x0 + (corner & 1);
      const row = y0 + (corner >> 1);
      if (column < 0 || row < 0 || column >= width || row >= height) continue;
      const weight = (1 - Math.abs(x - column)) * (1 - Math.abs(y - row));
      value += weight * data[(row * width + column) * 3 + c]!;
    }
    target[out + c] = value + 0.5;
  }
}
