import { type Box, boundingBox, clipped, grown, outward } from "../geometry/boxes.ts";
import { apply, type Transform } from "../geometry/transform.ts";
import { luma, lumaWithin, type Raster } from "./raster.ts";
import { isSparse, pixelRatio, supersample } from "./warp.ts";

/** Luma of a part of an image, blocks of `block` × `block` pixels averaged to one. */
interface Blocks {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly block: number;
  readonly data: Float32Array;
}

/**
 * Rec. 601 luma, 0..255, of `width` × `height` pixels of `source` seen through `toSource`, which maps target
 * coordinates to source coordinates; for targets as small as a line of text. Bilinear, over averaged blocks
 * of pixels if the target is coarser. The source's edge pixels extend beyond its edge; a target wholly
 * outside is black.
 */
export function greyStrip(source: Raster, toSource: Transform, width: number, height: number): Float32Array {
  const ratio = pixelRatio(toSource, width, height);
  const block = Math.max(1, Math.round(ratio));
  const part = seenPart(source, toSource, width, height, block);
  if (isSparse(part, ratio, width, height)) return luma(supersample(source, toSource, width, height, ratio));
  const seen = blocksOf(source, part, block);
  const out = new Float32Array(width * height);
  if (seen === undefined) return out;
  const [a, b, c, d, e, f, g, h, i] = toSource;
  for (let row = 0, at = 0; row < height; row++) {
    const y = row + 0.5;
    for (let column = 0; column < width; column++, at++) {
      const x = column + 0.5;
      const w = (g * x + h * y + i) * seen.block;
      const u = (a * x + b * y + c) / w - seen.left / seen.block - 0.5;
      const v = (d * x + e * y + f) / w - seen.top / seen.block - 0.5;
      out[at] = bilinear(seen, u, v);
    }
  }
  return out;
}

/** The part of the source that the target can touch. */
function seenPart(source: Raster, toSource: Transform, width: number, height: number, block: number): Box {
  const corners = [0, width].flatMap((x) => [0, height].map((y) => apply(toSource, { x, y })));
  return clipped(grown(outward(boundingBox(corners)), block), source);
}

/** The blocks of a part of the source; undefined if it has none. */
function blocksOf(source: Raster, seen: Box, block: number): Blocks | undefined {
  // A block that the source's edge cuts is left out; its neighbour extends in its place.
  const [columns, rows] = [Math.floor(seen.width / block), Math.floor(seen.height / block)];
  if (!(columns >= 1 && rows >= 1)) return undefined;
  const part = { x: seen.x, y: seen.y, width: columns * block, height: rows * block };
  const pixels = lumaWithin(source, part);
  const data = block === 1 ? pixels : means(pixels, part.width, block);
  return { left: seen.x, top: seen.y, width: columns, height: rows, block, data };
}

/** The means of blocks of `block` × `block` values, in rows of `width`. */
function means(values: Float32Array, width: number, block: number): Float32Array {
  const columns = width / block;
  const out = new Float32Array(values.length / block ** 2);
  for (let from = 0, y = 0; from < values.length; y++) {
    const first = Math.floor(y / block) * columns;
    for (let column = 0; column < columns; column++) {
      let sum = 0;
      for (let k = 0; k < block; k++) sum += values[from++]!;
      out[first + column]! += sum / block ** 2;
    }
  }
  return out;
}

/** The value at an index position, between pixels. */
function bilinear({ width, height, data }: Blocks, u: number, v: number): number {
  const x = Math.min(Math.max(u, 0), width - 1);
  const y = Math.min(Math.max(v, 0), height - 1);
  const left = Math.floor(x);
  const top = Math.floor(y);
  const right = Math.min(left + 1, width - 1);
  const upper = top * width;
  const lower = Math.min(top + 1, height - 1) * width;
  const s = x - left;
  const t = y - top;
  const above = data[upper + left]! * (1 - s) + data[upper + right]! * s;
  const below = data[lower + left]! * (1 - s) + data[lower + right]! * s;
  return above * (1 - t) + below * t;
}
