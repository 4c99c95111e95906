import type { Box } from "../../geometry/boxes.ts";
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
 * So many of the six directions must show: a single lattice, as of a guilloche or a fabric, does not count.
 */
const SHOWN = 4;

/**
 * Strength of a printer's halftone screens on a part of an image: lattices of dots of equal period, rotated
 * by 30° against one another (ISO 12647-2). The fourth strongest of six such directions, in decades of power
 * relative to that of most sets of six; mean over windows of 256 pixels. Undefined if no window fits.
 */
export async function clearestScreens(raster: Raster, box: Box, model: Model): Promise<number | undefined> {
  const [size, rooms] = [ROWS * COLUMNS, roomsOf()];
  let [sum, count] = [0, 0];
  for (const image of spreadWindows(raster, box, LUMA_WINDOW, WINDOWS)) {
    const decades = (await model.run({ image })).decades!.data as Float32Array;
    for (let at = 0; at < decades.length; at += size, count++) {
      sum += screensOf(decades.subarray(at, at + size), rooms);
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

/**
 * Sets of six directions, of each ring one after the other: the frequencies of the first 30°, and those
 * turned against them.
 */
const SETS: readonly Int32Array[] = [
  ...Map.groupBy(
    FREQUENCIES.filter(({ u, v }) => v >= 0 && Math.atan2(v, u) < TURN),
    ({ ring }) => ring,
  ).values(),
]
  .map((ring) => Int32Array.from(ring.flatMap(directionsOf)))
  .filter((sets) => sets.length > 0);

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

/** Padding before the first place and after the last one, so that the surroundings of each place exist. */
const RIM = STRAY * COLUMNS;

/** Buffers for the computation of a window. */
interface Rooms {
  readonly prominent: Float32Array;
  readonly across: Float32Array;
  readonly around: Float32Array;
}

function roomsOf(): Rooms {
  const room = () => new Float32Array(ROWS * COLUMNS + 2 * RIM);
  return { prominent: room(), across: room(), around: room() };
}

/**
 * The clearest set of six directions: the power of its direction of rank `SHOWN`, relative to the same value
 * of most sets of that radius. The frequencies of a repeated printed pattern lie on a grid close to each
 * other, so that most sets meet some of them.
 */
function screensOf(decades: Float32Array, { prominent, across, around }: Rooms): number {
  prominence(decades, prominent);
  greatestAlong(prominent, 1, across);
  greatestAlong(across, COLUMNS, around);
  const ordered = new Float32Array(DIRECTIONS);
  let best = 0;
  for (const sets of SETS) {
    const shown = new Float32Array(sets.length / DIRECTIONS);
    for (let i = 0; i < shown.length; i++) shown[i] = ranked(around, sets, i * DIRECTIONS, ordered);
    shown.sort();
    best = Math.max(best, shown.at(-1)! - shown[shown.length >> 1]!);
  }
  return best;
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

/** The value of rank `SHOWN` among those of six places, which are laid in order on the way. */
function ranked(values: Float32Array, sets: Int32Array, from: number, ordered: Float32Array): number {
  for (let n = 0; n < DIRECTIONS; n++) {
    const value = values[RIM + sets[from + n]!]!;
    let rank = n;
    for (; rank > 0 && ordered[rank - 1]! < value; rank--) ordered[rank] = ordered[rank - 1]!;
    ordered[rank] = value;
  }
  return ordered[SHOWN - 1]!;
}

/**
 * The greatest of the values within `STRAY`, which is 2, along lines whose values are `step` apart. Values
 * from 0 on rise as their bits do.
 */
function greatestAlong(values: Float32Array, step: number, into: Float32Array): void {
  const [bits, out] = [values, into].map(({ buffer }) => new Int32Array(buffer)) as [Int32Array, Int32Array];
  for (let i = 2 * step; i < bits.length - 2 * step; i++) {
    const before = larger(bits[i - 2 * step]!, bits[i - step]!);
    const after = larger(bits[i + step]!, bits[i + 2 * step]!);
    out[i] = larger(bits[i]!, larger(before, after));
  }
}

/** The larger of two numbers from 0 on. `Math.max` is a branch, which noise makes unpredictable. */
const larger = (a: number, b: number): number => a + ((b - a) & ~((b - a) >> 31));
