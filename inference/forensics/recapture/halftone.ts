import type { Box } from "../../geometry/boxes.ts";
import type { Raster } from "../../imaging/raster.ts";
import type { Net } from "../../runtime/session.ts";
import { LUMA_REACH, LUMA_WINDOW } from "./spectrum-graphs.ts";
import { spreadWindows } from "./windows.ts";

const WINDOWS = { across: 4, down: 3 };
const ROWS = 2 * LUMA_REACH + 1;
const COLUMNS = LUMA_REACH + 1;
/** Radius of frequencies looked at, in periods a window: coarser ones are print and text, finer ones do not exist. */
const RADIUS = { least: 26, most: 126 };
const RING = 4;
/** Text, frames and compression lie along the axes. */
const AXIS = 2;
/** Frequencies off one, outwards and inwards, at which its ray is looked at. */
const RAY = [5, 7, 9].flatMap((off) => [-off, off]);
/** A camera at an angle shifts the screens against one another by this many frequencies. */
const STRAY = 2;
/** Between the screens of cyan, magenta and black, and between a screen's own two directions three times that. */
const TURN = Math.PI / 6;
/** Directions that have to show of the six, so that one lattice alone, as of a guilloche or a fabric, is none. */
const SHOWN = 4;

/**
 * How clearly a printer's screens show on a part of a picture: lattices of dots equally fine and turned by 30° against one
 * another (ISO 12647-2). Decades of power by which the weakest of four in six such directions stands out of its
 * like, in the mean of windows of 256 pixels. Undefined where not one fits.
 */
export async function clearestScreens(raster: Raster, box: Box, net: Net): Promise<number | undefined> {
  const image = spreadWindows(raster, box, LUMA_WINDOW, WINDOWS);
  if (image === undefined) return undefined;
  const { decades } = await net.run({ image });
  const [size, count] = [ROWS * COLUMNS, image.dims[0]!];
  let sum = 0;
  for (let at = 0; at < count * size; at += size) {
    sum += screensOf(prominence((decades!.data as Float32Array).subarray(at, at + size)));
  }
  return sum / count;
}

interface Frequency {
  readonly at: number;
  readonly ring: number;
  /** What lies beside it on its ray. */
  readonly ray: readonly number[];
  /** Equally fine ones, each turned by `TURN` against the one before; none where one of them is too fine. */
  readonly turned: readonly number[];
}

/** Frequencies looked at. */
const FREQUENCIES: readonly Frequency[] = Array.from({ length: ROWS * COLUMNS }, (_, at) => {
  return { u: at % COLUMNS, v: Math.floor(at / COLUMNS) - LUMA_REACH };
})
  .filter(({ u, v }) => {
    const radius = Math.hypot(u, v);
    const within = radius >= RADIUS.least && radius <= RADIUS.most;
    return within && u > AXIS && Math.abs(v) > AXIS;
  })
  .map(({ u, v }) => {
    const radius = Math.hypot(u, v);
    const ray = RAY.map((off) => place((u * (radius + off)) / radius, (v * (radius + off)) / radius));
    const turned = [1, 2, 3, 4, 5].map((n) => {
      const [cos, sin] = [Math.cos(n * TURN), Math.sin(n * TURN)];
      return place(u * cos - v * sin, u * sin + v * cos);
    });
    return {
      at: place(u, v)!,
      ring: Math.floor(radius / RING),
      ray: ray.filter((each) => each !== undefined),
      turned: turned.every((each) => each !== undefined) ? turned : [],
    };
  });

/** Places and rings of `FREQUENCIES`, and one after another what lies on their rays: from each one's first to the next's. */
const PLACES = Int32Array.from(FREQUENCIES, ({ at }) => at);
const RINGS = Uint8Array.from(FREQUENCIES, ({ ring }) => ring);
const RAYS = Int32Array.from(FREQUENCIES.flatMap(({ ray }) => ray));
const RAY_ENDS = new Int32Array(FREQUENCIES.length);
for (let i = 0, end = 0; i < RAY_ENDS.length; i++) RAY_ENDS[i] = end += FREQUENCIES[i]!.ray.length;

/** Where a frequency lies in a spectrum, or the negative of it, which has the same power; undefined beyond the spectrum. */
function place(u: number, v: number): number | undefined {
  const [across, down] = u < 0 ? [-u, -v] : [u, v];
  const [column, row] = [Math.round(across), Math.round(down) + LUMA_REACH];
  return column < COLUMNS && row >= 0 && row < ROWS ? row * COLUMNS + column : undefined;
}

/** Each frequency's power against the mean of its ring and of its ray, whichever is less, in decades. */
function prominence(decades: Float32Array): Float32Array {
  const sums = new Float64Array(1 + Math.floor(RADIUS.most / RING));
  const counts = new Uint32Array(sums.length);
  for (let i = 0; i < PLACES.length; i++) {
    sums[RINGS[i]!]! += decades[PLACES[i]!]!;
    counts[RINGS[i]!]!++;
  }
  const means = sums.map((sum, ring) => sum / counts[ring]!);
  const out = new Float32Array(decades.length);
  for (let i = 0, next = 0; i < PLACES.length; i++) {
    const first = next;
    const end = RAY_ENDS[i]!;
    // A straight edge of the picture fills a whole ray: what stands out of its ring there is no lattice.
    let along = 0;
    for (; next < end; next++) along += decades[RAYS[next]!]!;
    out[PLACES[i]!] = decades[PLACES[i]!]! - Math.max(means[RINGS[i]!]!, along / (end - first));
  }
  return out;
}

/** The most that the weakest of `SHOWN` directions has. */
function screensOf(prominent: Float32Array): number {
  let best = 0;
  for (const { at, turned } of FREQUENCIES) {
    if (prominent[at]! <= best || turned.length === 0) continue;
    const directions = [prominent[at]!, ...turned.map((each) => greatestAround(prominent, each))];
    best = Math.max(best, directions.sort((a, b) => b - a)[SHOWN - 1]!);
  }
  return best;
}

/** The greatest value within `STRAY` of a place. */
function greatestAround(values: Float32Array, at: number): number {
  const [column, row] = [at % COLUMNS, Math.floor(at / COLUMNS)];
  let greatest = 0;
  for (let y = Math.max(0, row - STRAY); y <= Math.min(ROWS - 1, row + STRAY); y++) {
    for (let x = Math.max(0, column - STRAY); x <= Math.min(COLUMNS - 1, column + STRAY); x++) {
      greatest = Math.max(greatest, values[y * COLUMNS + x]!);
    }
  }
  return greatest;
}
