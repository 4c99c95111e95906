import { type Box, clipped, outward, whole } from "../geometry/boxes.ts";
import { bytes, kernels, putPart, rooms } from "./kernels.ts";
import type { Raster } from "./raster.ts";
import { type Weights, weightsOf } from "./weights.ts";

/** Bytes of the source that are worked on at once, so that they stay in the processor's cache. */
const MOST = 2 ** 19;
/** From so many pixels for one of the target on, the image is halved first, which is as smooth. */
const HALVED_FROM = 4;

/**
 * Stretches a part of a raster to a size: each pixel is the weighted mean of those within one target pixel's
 * distance of its middle, or of the nearest if the target is finer. Images at a half, a quarter and so on of
 * the raster's size are kept as long as the raster.
 */
export function resize(raster: Raster, width: number, height: number, part: Box = whole(raster)): Raster {
  if (part.width === width && part.height === height) return crop(raster, part);
  const ratio = Math.min(part.width / width, part.height / height);
  const times = Math.max(0, Math.floor(Math.log2((2 * ratio) / HALVED_FROM)));
  const source = halved(raster, times);
  const across = weightsOf(width, part.x / 2 ** times, part.width / 2 ** times, source.width);
  const down = weightsOf(height, part.y / 2 ** times, part.height / 2 ** times, source.height);
  return mixed(source, across, down);
}

/** The images that rasters in memory were halved to, by the number of times. */
const pyramids = new WeakMap<Raster, Raster>();

function halved(raster: Raster, times: number): Raster {
  if (times === 0) return raster;
  const half = pyramids.get(raster) ?? halve(raster);
  pyramids.set(raster, half);
  return halved(half, times - 1);
}

/** Each pixel is the mean of 2 × 2; an odd row or column at the end is left out. */
function halve(raster: Raster): Raster {
  const [width, height] = [raster.width >> 1, raster.height >> 1];
  const target = { width, height, data: new Uint8Array(width * height * 3) };
  const stride = raster.width * 3;
  const strip = Math.max(1, Math.floor(MOST / (2 * stride)));
  const [from, to] = rooms(2 * strip * stride, strip * width * 3) as [number, number];
  for (let row = 0; row < height; row += strip) {
    const rows = Math.min(strip, height - row);
    putPart(raster, { x: 0, y: 2 * row, width: raster.width, height: 2 * rows }, from, stride);
    kernels.halve(from, stride, to, width, rows);
    target.data.set(bytes().subarray(to, to + rows * width * 3), row * width * 3);
  }
  return target;
}

/** Rows are mixed first, then columns, a strip of the target at a time. */
function mixed(source: Raster, across: Weights, down: Weights): Raster {
  const [width, height] = [across.size, down.size];
  const target = { width, height, data: new Uint8Array(width * height * 3) };
  const seen = across.end - across.start;
  const stride = seen * 3;
  const strip = Math.max(
    1,
    Math.min(height, Math.floor((height * MOST) / (stride * (down.end - down.start)))),
  );
  const spans = Array.from({ length: Math.ceil(height / strip) }, (_, n) => {
    const [row, end] = [n * strip, Math.min(height, (n + 1) * strip)];
    return { row, rows: end - row, first: down.first(row), after: down.first(end - 1) + 2 * down.pairs };
  });
  const tallest = Math.max(...spans.map(({ first, after }) => after - first));
  const [columns, lines] = [across.table(3), down.table(stride)];
  const [from, middle, to, columnTable, lineTable] = rooms(
    ...[tallest * stride, strip * stride, strip * width * 3],
    ...[columns.byteLength, lines.byteLength],
  ) as [number, number, number, number, number];
  bytes().set(new Uint8Array(columns.buffer), columnTable);
  bytes().set(new Uint8Array(lines.buffer), lineTable);
  for (const { row, rows, first, after } of spans) {
    const part = { x: across.start, y: first, width: seen, height: Math.min(after, source.height) - first };
    putPart(source, part, from, stride);
    const table = lineTable + row * down.entry;
    kernels.mixRows(from - first * stride, stride, middle, stride, stride, rows, table, down.pairs);
    kernels.mixColumns(middle - across.start * 3, stride, to, width, rows, columnTable, across.pairs);
    target.data.set(bytes().subarray(to, to + rows * width * 3), row * width * 3);
  }
  return target;
}

/**
 * The part of the raster inside the box, rounded outwards and clipped. Throws `RangeError` for a box outside
 * of the raster.
 */
export function crop(raster: Raster, box: Box): Raster {
  const { x: left, y: top, width, height } = clipped(outward(box), raster);
  if (!(width > 0 && height > 0)) throw new RangeError("box lies outside of the raster");
  if (width === raster.width && height === raster.height) return raster;
  const data = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row++) {
    const from = ((top + row) * raster.width + left) * 3;
    data.set(raster.data.subarray(from, from + width * 3), row * width * 3);
  }
  return { width, height, data };
}
