import { area, type Box, boundingBox, clipped } from "../geometry/boxes.ts";
import { apply, type Transform } from "../geometry/transform.ts";
import { bytes, kernels, putPart, rooms } from "./kernels.ts";
import type { Raster } from "./raster.ts";

/** Side of a target's tiles: what one shows of the source stays in the processor's cache. */
const TILE = 256;
/** Bytes of the source under one tile; a tile that shows more is cut in two. */
const MOST = 2 ** 20;
/** Black pixels around the source, of which the last is blended with nothing else. */
const RIM = 2;

/** Renders a view of the source, bilinear; outside of the source is black. */
export function sample(source: Raster, toSource: Transform, width: number, height: number): Raster {
  const target = { width, height, data: new Uint8Array(width * height * 3) };
  for (let y = 0; y < height; y += TILE) {
    for (let x = 0; x < width; x += TILE) {
      const tile = { x, y, width: Math.min(TILE, width - x), height: Math.min(TILE, height - y) };
      render(source, toSource, target, tile);
    }
  }
  return target;
}

function render(source: Raster, toSource: Transform, target: Raster, tile: Box): void {
  const seen = seenBy(tile, toSource, source);
  if (seen === undefined) return;
  const stride = seen.width * 3;
  if (stride * seen.height > MOST) {
    // A single pixel with such a view lies on the horizon, and stays black.
    if (area(tile) > 1) for (const half of halves(tile)) render(source, toSource, target, half);
    return;
  }
  const [from, to] = rooms(stride * seen.height, tile.width * tile.height * 3) as [number, number];
  const inside = clipped(seen, source);
  const isCovered = inside.width === seen.width && inside.height === seen.height;
  if (!isCovered) bytes().fill(0, from, from + stride * seen.height);
  if (inside.width > 0 && inside.height > 0) {
    putPart(source, inside, from + (inside.y - seen.y) * stride + (inside.x - seen.x) * 3, stride);
  }
  const [t0, t1, t2, t3, t4, t5, t6, t7, t8] = toSource;
  // Places count from the part's corner: x/w - left is (x - left · w)/w.
  const [left, top] = [seen.x, seen.y];
  kernels.sample(
    ...[from, stride, Math.fround(seen.width - 1.001), Math.fround(seen.height - 1.001)],
    ...[to, tile.width, tile.height, tile.x, tile.y],
    ...[
      t0 - left * t6,
      t1 - left * t7,
      t2 - left * t8,
      t3 - top * t6,
      t4 - top * t7,
      t5 - top * t8,
      t6,
      t7,
      t8,
    ],
  );
  putTile(target, tile, bytes().subarray(to));
}

/**
 * Whole pixels that a tile shows, with their neighbours, as far as the rim around the source; undefined if a
 * corner is nowhere.
 */
function seenBy(tile: Box, toSource: Transform, { width, height }: Raster): Box | undefined {
  const corners = [tile.x, tile.x + tile.width].flatMap((x) =>
    [tile.y, tile.y + tile.height].map((y) => apply(toSource, { x, y })),
  );
  const { x, y, width: across, height: down } = boundingBox(corners);
  if (!Number.isFinite(x + y + across + down)) return undefined;
  const [left, right] = seenAlong(x, x + across, width);
  const [top, bottom] = seenAlong(y, y + down, height);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function seenAlong(from: number, to: number, size: number): [number, number] {
  const first = Math.min(Math.max(Math.floor(from) - 1, -RIM), size);
  return [first, Math.min(Math.max(Math.ceil(to), first) + RIM, size + RIM)];
}

function halves({ x, y, width, height }: Box): Box[] {
  if (width >= height) {
    const half = width >> 1;
    return [
      { x, y, width: half, height },
      { x: x + half, y, width: width - half, height },
    ];
  }
  const half = height >> 1;
  return [
    { x, y, width, height: half },
    { x, y: y + half, width, height: height - half },
  ];
}

function putTile(target: Raster, { x, y, width, height }: Box, pixels: Uint8Array): void {
  for (let row = 0; row < height; row++) {
    const from = row * width * 3;
    target.data.set(pixels.subarray(from, from + width * 3), ((y + row) * target.width + x) * 3);
  }
}
