import { mean, quantile } from "../../statistics.ts";

/** Distance of the examined frequencies, in periods a pixel. */
const RESOLUTION = 1 / 1024;
/** Longest profile, in pixels: the frequencies are too coarse for a longer one. */
export const LENGTH_MAX = 1024;
/**
 * Range of frequencies: the picture's content changes more slowly; at the upper end a sensor's colour pattern
 * has a period of 2.
 */
const FREQUENCY = { least: 0.12, most: 0.49 };
/** Content spreads a sensor's period nearly down to here: to .486 in photos by a simulated Bayer sensor. */
const SENSOR = 0.47;
const FIRST = Math.ceil(FREQUENCY.least / RESOLUTION);
const LAST = Math.floor(FREQUENCY.most / RESOLUTION);
/** Length of the moving average that is subtracted as the trend. */
const TREND = 9;
const JPEG_PERIOD = 8;
/**
 * Reach of a line in a windowed spectrum, in periods over the profile's length (half of Hann's main lobe, and
 * a little).
 */
const LOBE = 2.5;
const REACH_MIN = 0.01;

const COS = Float64Array.from({ length: 1024 }, (_, k) => Math.cos(2 * Math.PI * k * RESOLUTION));

/** A profile's amplitudes at `FREQUENCIES`, over their median. */
export type Periods = Float64Array;
export const FREQUENCIES: readonly number[] = Array.from(
  { length: LAST - FIRST + 1 },
  (_, i) => (FIRST + i) * RESOLUTION,
);

/**
 * Amplitude of a profile at each of `FREQUENCIES`, in units of the median amplitude; 0 at the multiples of
 * 1/8, where the file's own JPEG blocks lie, and a sensor's colours at 1/2.
 */
export function periodsOf(profile: Float32Array): Periods {
  const wave = windowed(withoutTrend(profile));
  const reach = Math.max(REACH_MIN, LOBE / profile.length);
  const amplitudes = Float64Array.from(FREQUENCIES, (frequency, i) => {
    const eighths = frequency * JPEG_PERIOD;
    const off = Math.abs(eighths - Math.round(eighths)) / JPEG_PERIOD;
    return off < reach ? 0 : amplitude(wave, FIRST + i);
  });
  const kept = amplitudes.filter((value) => value > 0);
  if (kept.length === 0) return amplitudes;
  const usual = quantile(kept, 0.5);
  return amplitudes.map((value) => value / usual);
}

/**
 * The amplitudes less a sensor's, and less what a strong line at a left-out frequency spreads beyond its
 * lobe: what only falls from there on is still that line's.
 */
export function withoutSkirts(periods: Periods): Periods {
  const amplitudes = periods.map((value, i) => (FREQUENCIES[i]! < SENSOR ? value : 0));
  const kept = amplitudes.slice();
  for (const step of [1, -1]) {
    let above = Number.POSITIVE_INFINITY;
    for (let i = step === 1 ? 0 : kept.length - 1; i >= 0 && i < kept.length; i += step) {
      const value = amplitudes[i]!;
      if (value === 0) above = Number.POSITIVE_INFINITY;
      else if (value < above) {
        kept[i] = 0;
        above = value;
      } else above = 0;
    }
  }
  return kept;
}

/** The profile less its moving average. */
function withoutTrend(profile: Float32Array): Float64Array {
  const half = (TREND - 1) / 2;
  return Float64Array.from(profile, (value, i) => {
    return value - mean(profile.subarray(Math.max(0, i - half), i + half + 1));
  });
}

/** Faded out towards both ends (Hann), so that a frequency does not leak into others. */
const windowed = (values: Float64Array): Float64Array =>
  values.map((value, i) => value * (0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / values.length)));

function amplitude(wave: Float64Array, bin: number): number {
  let [re, im] = [0, 0];
  for (let i = 0, phase = 0; i < wave.length; i++, phase = (phase + bin) & 1023) {
    re += wave[i]! * COS[phase]!;
    im += wave[i]! * COS[(phase + 768) & 1023]!;
  }
  return Math.hypot(re, im);
}
