import type { Box } from "../geometry/boxes.ts";
import { luma, type Raster } from "../imaging/raster.ts";
import { crop } from "../imaging/resize.ts";
import type { Measure } from "./measure.ts";
import { powerSpectrum, WINDOW } from "./spectrum.ts";

/** Windows in each direction, at most. */
const WINDOWS = { across: 3, down: 2 };
/** Radius of frequencies looked at, in periods a window: coarser ones are print and text, finer ones do not exist. */
const RADIUS = { least: 26, most: 126 };
const RING = 4;
/** Text and frames lie along the axes, compression repeats itself every `WINDOW / 8`. */
const AXIS = 2;
const JPEG_PERIOD = WINDOW / 8;

/**
 * The clearest regular pattern, as of a display's pixels or a printer's dots, on a part of a picture: the decades of power
 * by which a frequency stands out of its like, the median over windows of 256 pixels. Null where not one window fits.
 */
export function clearestGrid(raster: Raster, box: Box): number | null {
  const part = crop(raster, box);
  if (part.width < WINDOW || part.height < WINDOW) return null;
  const plane = luma(part);
  const peaks = starts(part.height, WINDOWS.down).flatMap((top) =>
    starts(part.width, WINDOWS.across).map((left) =>
      clearestPeak(powerSpectrum(plane, part.width, left, top)),
    ),
  );
  return peaks.sort((x, y) => x - y)[Math.floor(peaks.length / 2)]!;
}

/** A picture of a display or of a print in place of the document. Which of them, the pattern does not tell. */
export const recapture: Measure = {
  model: { name: "regular-grid", version: "1" },
  async measure({ raster, document }) {
    const prominence = clearestGrid(raster, document);
    return prominence === null ? [] : [{ trace: "regular_grid", value: prominence, region: null }];
  },
};

/** Evenly spread first pixels of windows that do not overlap. */
function starts(size: number, most: number): number[] {
  const count = Math.min(most, Math.floor(size / WINDOW));
  const room = size - WINDOW;
  return Array.from({ length: count }, (_, i) =>
    Math.round(count === 1 ? room / 2 : (room * i) / (count - 1)),
  );
}

interface Frequency {
  readonly u: number;
  readonly v: number;
  readonly ring: number;
  readonly decades: number;
}

/** Each frequency's power against the mean of its ring and of its ray, in decades: the greatest difference. */
function clearestPeak(power: Float64Array): number {
  const decades = (u: number, v: number) =>
    Math.log10(power[((v + WINDOW) % WINDOW) * WINDOW + ((u + WINDOW) % WINDOW)]! + Number.EPSILON);
  const sums = new Float64Array(WINDOW / RING);
  const counts = new Float64Array(WINDOW / RING);
  const seen: Frequency[] = [];
  for (let v = -RADIUS.most; v <= RADIUS.most; v++) {
    for (let u = AXIS + 1; u <= RADIUS.most; u++) {
      const radius = Math.hypot(u, v);
      if (radius < RADIUS.least || radius > RADIUS.most || Math.abs(v) <= AXIS || isOnJpegGrid(u, v))
        continue;
      const ring = Math.floor(radius / RING);
      const frequency = { u, v, ring, decades: decades(u, v) };
      sums[ring]! += frequency.decades;
      counts[ring]!++;
      seen.push(frequency);
    }
  }
  let best = 0;
  for (const { u, v, ring, decades: height } of seen) {
    const overRing = height - sums[ring]! / counts[ring]!;
    if (overRing > best) best = Math.max(best, Math.min(overRing, height - rayMean(decades, u, v)));
  }
  return best;
}

/** Bins off a frequency, outwards and inwards, at which its ray is looked at. */
const RAY = [5, 7, 9] as const;

/** A straight edge of the picture fills a whole ray: what stands out of its ring there is no grid. */
function rayMean(decades: (u: number, v: number) => number, u: number, v: number): number {
  const radius = Math.hypot(u, v);
  const heights = RAY.flatMap((off) =>
    [radius - off, radius + off].map((at) =>
      decades(Math.round((u * at) / radius), Math.round((v * at) / radius)),
    ),
  );
  return heights.reduce((sum, height) => sum + height, 0) / heights.length;
}

function isOnJpegGrid(u: number, v: number): boolean {
  const apart = (value: number) => {
    const rest = Math.abs(value) % JPEG_PERIOD;
    return Math.min(rest, JPEG_PERIOD - rest);
  };
  return apart(u) <= 1 && apart(v) <= 1;
}
