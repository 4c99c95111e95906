import type { Box } from "../../geometry/boxes.ts";
import { bytes, floats, kernels, rooms } from "../../imaging/kernels.ts";
import type { Raster } from "../../imaging/raster.ts";
import type { Model } from "../../runtime/session.ts";
import { LUMA_REACH, LUMA_WINDOW } from "./spectrum-graphs.ts";
import { spreadWindows } from "./windows.ts";

const WINDOWS = { across: 4, down: 3 };
const ROWS = 2 * LUMA_REACH + 1;
const COLUMNS = LUMA_REACH + 1;
/** Radius of the frequencies, in periods a window: text and print are coarser, and no screen is finer. */
const RADIUS = { least: 26, most: 126 };
const RING = 4;
/** Text, frames and compression lie along the axes. */
const AXIS = 2;
/** Distances along a frequency's ray, outwards and inwards, at which the ray's usual power is taken. */
const RAY = [5, 7, 9].flatMap((off) => [-off, off]);
/**
 * Tolerance of a screen's place, in frequencies: a camera at an angle shifts the screens against one another.
 */
const STRAY = 2;
/**
 * Angle between the screens of cyan, magenta and black; a screen's own two directions are three times as far
 * apart.
 */
const TURN = Math.PI / 6;
const DIRECTIONS = 6;
/**
 * Strength of a printer's halftone screens on a part of an image: lattices of dots of equal period, rotated
 * by 30° against one another (ISO 12647-2). The fourth strongest of six such directions, in decades of power
 * relative to that of most sets of six; mean over windows of 256 pixels. Undefined if no window fits.
 */
export async function clearestScreens(raster: Raster, box: Box, model: Model): Promise<number | undefined> {
  const size = ROWS * COLUMNS;
  const prominent = new Float32Array(size + 2 * RIM);
  let [sum, count] = [0, 0];
  for (const image of spreadWindows(raster, box, LUMA_WINDOW, WINDOWS)) {
    const decades = (await model.run({ image })).decades!.data as Float32Array;
    for (let at = 0; at < decades.length; at += size, count++) {
      sum += screensOf(decades.subarray(at, at + size), prominent);
    }
  }
  return count === 0 ? undefined : sum / count;
}

interface Frequency {
  readonly at: number;
  readonly ring: number;
  /** Its neighbours along its ray. */
  readonly ray: readonly number[];
  /** Periods across and down a window. */
  readonly u: number;
  readonly v: number;
}

/** The frequencies that are examined. */
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
    const ring = Math.floor(radius / RING);
    return { at: place(u, v)!, ring, ray: ray.filter((each) => each !== undefined), u, v };
  });

/**
 * Indexes and rings of `FREQUENCIES`, and their ray neighbours in one array: those of each frequency end at
 * `RAY_ENDS`.
 */
const PLACES = Int32Array.from(FREQUENCIES, ({ at }) => at);
const RINGS = Uint8Array.from(FREQUENCIES, ({ ring }) => ring);
const RAYS = Int32Array.from(FREQUENCIES.flatMap(({ ray }) => ray));
const RAY_ENDS = new Int32Array(FREQUENCIES.length);
for (let i = 0, end = 0; i < RAY_ENDS.length; i++) RAY_ENDS[i] = end += FREQUENCIES[i]!.ray.length;

/** Padding before the first place and after the last one, so that the surroundings of each place exist. */
const RIM = STRAY * COLUMNS;

/** Sets of six directions by ring: the frequencies of the first 30°, and those turned against them. */
const SETS_BY_RING: readonly number[][] = [
  ...Map.groupBy(
    FREQUENCIES.filter(({ u, v }) => v >= 0 && Math.atan2(v, u) < TURN),
    ({ ring }) => ring,
  ).values(),
]
  .map((ring) => ring.flatMap(directionsOf))
  .filter((sets) => sets.length > 0);

/** How many sets, and their indexes behind the rim, one after the other; and where each ring ends. */
const SETS_COUNT = SETS_BY_RING.flat().length / DIRECTIONS;
/** The kernel takes four sets at once. */
const SETS = new Int32Array(Math.ceil(SETS_COUNT / 4) * 4 * DIRECTIONS);
SETS.set(SETS_BY_RING.flat().map((at) => RIM + at));
const SET_ENDS = new Int32Array(SETS_BY_RING.length);
for (let i = 0, end = 0; i < SET_ENDS.length; i++) SET_ENDS[i] = end += SETS_BY_RING[i]!.length / DIRECTIONS;

/**
 * A frequency and five more at the same radius, each rotated by `TURN`; empty if one is beyond the spectrum.
 */
function directionsOf({ u, v }: Frequency): number[] {
  const set = Array.from({ length: DIRECTIONS }).flatMap((_, n) => {
    const [cos, sin] = [Math.cos(n * TURN), Math.sin(n * TURN)];
    return place(u * cos - v * sin, u * sin + v * cos) ?? [];
  });
  return set.length === DIRECTIONS ? set : [];
}

/**
 * Index of a frequency in a spectrum, or of its negative, which has the same power; undefined beyond the
 * spectrum.
 */
function place(u: number, v: number): number | undefined {
  const [across, down] = u < 0 ? [-u, -v] : [u, v];
  const [column, row] = [Math.round(across), Math.round(down) + LUMA_REACH];
  return column < COLUMNS && row >= 0 && row < ROWS ? row * COLUMNS + column : undefined;
}

/**
 * The clearest set of six directions: the power of its fourth strongest direction, relative to the same value
 * of most sets of that radius. A single lattice, as of a guilloche or a fabric, does not count. The
 * frequencies of a repeated printed pattern lie on a grid close to each other, so that most sets meet some.
 */
function screensOf(decades: Float32Array, prominent: Float32Array): number {
  prominence(decades, prominent);
  const shown = fourthStrongest(prominent);
  let [best, from] = [0, 0];
  for (const end of SET_ENDS) {
    const ring = shown.subarray(from, end).sort();
    best = Math.max(best, ring.at(-1)! - ring[ring.length >> 1]!);
    from = end;
  }
  return best;
}

type Addresses = [number, number, number, number, number];

/** The fourth strongest direction of each set: the greatest value within `STRAY`, which is 2. */
function fourthStrongest(prominent: Float32Array): Float32Array {
  const { length } = prominent;
  const room = 4 * length;
  const [values, across, around, sets, shown] = rooms(
    room,
    room,
    room,
    SETS.byteLength,
    4 * SETS_COUNT,
  ) as Addresses;
  floats(values, length).set(prominent);
  bytes().set(new Uint8Array(SETS.buffer), sets);
  kernels.greatestOfFive(values + 8, 1, across + 8, length - 4);
  kernels.greatestOfFive(across + 8 * COLUMNS, COLUMNS, around + 8 * COLUMNS, length - 4 * COLUMNS);
  kernels.fourthOfSix(around, sets, shown, SETS_COUNT);
  return floats(shown, SETS_COUNT).slice();
}

/**
 * Each frequency's power relative to the mean of its ring or of its ray, whichever is larger, in decades,
 * behind a rim of zeros; never below 0. Frequencies within `STRAY` of the spectrum's sides are skipped, so
 * rows need no rim.
 */
function prominence(decades: Float32Array, into: Float32Array): void {
  const sums = new Float64Array(1 + Math.floor(RADIUS.most / RING));
  const counts = new Uint32Array(sums.length);
  for (let i = 0; i < PLACES.length; i++) {
    sums[RINGS[i]!]! += decades[PLACES[i]!]!;
    counts[RINGS[i]!]!++;
  }
  const means = sums.map((sum, ring) => sum / counts[ring]!);
  for (let i = 0, next = 0; i < PLACES.length; i++) {
    const first = next;
    const end = RAY_ENDS[i]!;
    // A straight edge of the image fills a whole ray and is no lattice.
    let along = 0;
    for (; next < end; next++) along += decades[RAYS[next]!]!;
    const usual = Math.max(means[RINGS[i]!]!, along / (end - first));
    into[RIM + PLACES[i]!] = Math.max(0, decades[PLACES[i]!]! - usual);
  }
}
