import type { Net } from "../engine/session.ts";
import type { Box } from "../geometry/boxes.ts";
import type { Raster } from "../imaging/raster.ts";
import { LUMA_REACH, LUMA_WINDOW } from "../onnx/forensics/spectrum.ts";
import { spreadWindows } from "./windows.ts";

const WINDOWS = { across: 4, down: 3 };
const ROWS = 2 * LUMA_REACH + 1;
const COLUMNS = LUMA_REACH + 1;
/** Radius of frequencies looked at, in periods a window: coarser ones are print and text, finer ones do not exist. */
const RADIUS = { least: 26, most: 126 };
const RING = 4;
/** Text and frames lie along the axes, compression repeats itself every eighth of the window. */
const AXIS = 2;
const JPEG_PERIOD = LUMA_WINDOW / 8;
/** Frequencies off one, outwards and inwards, at which its ray is looked at. */
const RAY = [5, 7, 9].flatMap((off) => [-off, off]);

/**
 * The clearest regular pattern in luma, as of a display's pixels or a printer's dots, on a part of a picture: decades of
 * power by which a frequency stands out of its like, in the mean of windows of 256 pixels. Null where not one fits.
 */
export async function clearestGrid(raster: Raster, box: Box, net: Net): Promise<number | null> {
  const image = spreadWindows(raster, box, LUMA_WINDOW, WINDOWS);
  if (image === null) return null;
  const { decades } = await net.run({ image });
  const [size, count] = [ROWS * COLUMNS, image.dims[0]!];
  let sum = 0;
  for (let at = 0; at < count * size; at += size) {
    sum += clearestPeak((decades!.data as Float32Array).subarray(at, at + size));
  }
  return sum / count;
}

/** Each frequency's power against the mean of its ring and of its ray, in decades: the greatest difference. */
function clearestPeak(decades: Float32Array): number {
  let best = 0;
  for (const ring of RINGS) {
    const usual = ring.reduce((sum, { at }) => sum + decades[at]!, 0) / ring.length;
    for (const { at, ray } of ring) {
      const overRing = decades[at]! - usual;
      if (overRing <= best) continue;
      // A straight edge of the picture fills a whole ray: what stands out of its ring there is no grid.
      const along = ray.reduce((sum, each) => sum + decades[each]!, 0) / ray.length;
      best = Math.max(best, Math.min(overRing, decades[at]! - along));
    }
  }
  return best;
}

/** Frequencies looked at, by radius: where in a spectrum each lies, and what lies beside it on its ray. */
const RINGS: readonly (readonly { readonly at: number; readonly ray: readonly number[] }[])[] = [
  ...Map.groupBy(
    Array.from({ length: ROWS * COLUMNS }, (_, at) =>
      frequency(at % COLUMNS, Math.floor(at / COLUMNS) - LUMA_REACH),
    ).filter(({ u, v, radius }) => {
      const within = radius >= RADIUS.least && radius <= RADIUS.most;
      return within && u > AXIS && Math.abs(v) > AXIS && !isOnJpegGrid(u, v);
    }),
    ({ radius }) => Math.floor(radius / RING),
  ).values(),
];

function frequency(u: number, v: number) {
  const radius = Math.hypot(u, v);
  const ray = RAY.map((off) => [u, v].map((part) => Math.round((part * (radius + off)) / radius)))
    .filter((parts) => parts.every((part) => Math.abs(part) <= LUMA_REACH))
    .map(([across, down]) => place(across!, down!));
  return { u, v, radius, at: place(u, v), ray };
}

function place(u: number, v: number): number {
  return (v + LUMA_REACH) * COLUMNS + u;
}

function isOnJpegGrid(u: number, v: number): boolean {
  const apart = (value: number) => {
    const rest = Math.abs(value) % JPEG_PERIOD;
    return Math.min(rest, JPEG_PERIOD - rest);
  };
  return apart(u) <= 1 && apart(v) <= 1;
}
