import { area, type Box, clipped, grown, stretched } from "../geometry/boxes.ts";
import { luma, type Raster } from "../imaging/raster.ts";
import { crop } from "../imaging/resize.ts";
import { GraphBuilder, type Value } from "../onnx/graph.ts";
import type { Model } from "../runtime/session.ts";
import { mean, quantile } from "../statistics.ts";
import type { Detector } from "./detector/detector.ts";

/**
 * The examined middle of a portrait, as a share of its sides: this part lies within the print even if the
 * portrait was located imprecisely.
 */
const MIDDLE = 0.55;
/** Pixels around a portrait that are passed over: its edge is a step, too. */
const RIM = 4;
/** Least side of a part whose periods can be measured. */
const SIDE_MIN = 64;
/** From this amplitude on the page repeats itself, too: then all of the image was resized. */
const PAGE_MAX = 4;
/** Tolerance of equal frequencies on page and portrait, in steps. */
const SAME = 2;

/**
 * Finds a portrait that was resized before it was inserted. Its JPEG blocks of 8 pixels then have another
 * period, and interpolation leaves its own period (A. C. Popescu and H. Farid, Exposing Digital Forgeries by
 * Detecting Indicators of Resampling, 2005; B. Mahdian and S. Saic, Blind Authentication Using Periodic
 * Properties of Interpolation, 2008). An image from a lens has no period of pixels. An image that was resized
 * as a whole has the same period on its page, which does not count. The value is the highest amplitude over
 * the median one.
 */
export const resampling: Detector = {
  model: { name: "resampling", version: "3" },
  async measure({ raster, document, portrait }, { step_profiles }) {
    const inside = portrait && within(raster, stretched(portrait, MIDDLE));
    const page = portrait && within(raster, beside(document, grown(portrait, RIM)));
    if (!inside || !page) return [];
    const [ours, theirs] = [
      await periods(step_profiles, raster, inside),
      await periods(step_profiles, raster, page),
    ];
    const value = Math.max(...ours.map((direction, i) => clearest(direction, theirs[i]!)));
    return [{ indicator: "resampled_portrait", value, region: portrait }];
  },
};

/** The largest part of a document that lies wholly on one side of a box. */
function beside(document: Box, { x, y, width, height }: Box): Box {
  const [right, bottom] = [document.x + document.width, document.y + document.height];
  const sides: Box[] = [
    { ...document, width: x - document.x },
    { ...document, x: x + width, width: right - x - width },
    { ...document, height: y - document.y },
    { ...document, y: y + height, height: bottom - y - height },
  ];
  return sides.reduce((best, side) => (room(side) > room(best) ? side : best));
}

const room = (box: Box): number => (box.width > 0 && box.height > 0 ? area(box) : 0);

/**
 * The part of a box in the raster, or its middle if it is longer than a profile; undefined if too little is
 * left.
 */
function within(raster: Raster, box: Box): Box | undefined {
  const { x, y, width, height } = clipped(box, raster);
  if (width < SIDE_MIN || height < SIDE_MIN) return undefined;
  const [across, down] = [Math.max(0, width - LENGTH_MAX), Math.max(0, height - LENGTH_MAX)];
  return { x: x + across / 2, y: y + down / 2, width: width - across, height: height - down };
}

/** Periods of a part's columns and rows. */
async function periods(model: Model, raster: Raster, box: Box): Promise<[across: Periods, down: Periods]> {
  const part = crop(raster, box);
  const { across, down } = await model.run({
    luma: { data: luma(part), dims: [1, 1, part.height, part.width] },
  });
  return [periodsOf(across!.data as Float32Array), periodsOf(down!.data as Float32Array)];
}

/** The portrait's highest amplitude at a frequency that the page does not have. */
function clearest(portrait: Periods, page: Periods): number {
  return withoutSkirts(portrait).reduce((best, amplitude, i) => {
    const shared = page.subarray(Math.max(0, i - SAME), i + SAME + 1).some((other) => other >= PAGE_MAX);
    return shared ? best : Math.max(best, amplitude);
  }, 0);
}

/** Side of the window whose mean step is the reference. */
export const AROUND = 17;
/**
 * Added to the reference, in levels of luma: steps of plain parts are rounding and would count as much as
 * print.
 */
const PLAIN = 1;

/**
 * Relative size of the steps between neighbouring pixels. `luma` [1, 1, height, width], 0..255. `across`
 * [width − 1]: mean over each column of |step to the next column| against the mean of such steps in the
 * `AROUND` × `AROUND` pixels around it; `down` [height − 1]: likewise of rows.
 */
export function buildStepProfiles(): Uint8Array {
  const graph = new GraphBuilder("step_profiles");
  const luma = graph.input("luma", [1, 1, "height", "width"]);
  graph.output("across", profile(graph, luma, 3), ["width_less_1"]);
  graph.output("down", profile(graph, luma, 2), ["height_less_1"]);
  return graph.encode();
}

/** `axis`: along which neighbours are compared. */
function profile(graph: GraphBuilder, luma: Value, axis: 2 | 3): Value {
  // A difference of slices, as a convolution with [-1, 1] would be, in a tenth of its time.
  const part = (from: number, to: number) =>
    graph.node("Slice", [luma, graph.integers([from]), graph.integers([to]), graph.integers([axis])]);
  const steps = graph.node("Abs", [graph.node("Sub", [part(1, END), part(0, -1)])]);
  const usual = boxMean(graph, boxMean(graph, steps, [1, AROUND]), [AROUND, 1]);
  const relative = graph.node("Div", [steps, graph.node("Add", [usual, graph.floats([PLAIN], [1])])]);
  return graph.node("ReduceMean", [relative], { axes: [0, 1, 5 - axis], keepdims: 0 });
}

/** Slices up to it go to the end of their axis. */
const END = 2 ** 31 - 1;

/** Box filter, of the pixels that are there at the rim. */
function boxMean(graph: GraphBuilder, value: Value, size: readonly [number, number]): Value {
  const [top, left] = size.map((length) => (length - 1) / 2) as [number, number];
  return graph.node("AveragePool", [value], {
    kernel_shape: size,
    strides: [1, 1],
    pads: [top, left, top, left],
    count_include_pad: 0,
  });
}

/** Distance of the examined frequencies, in periods a pixel. */
const RESOLUTION = 1 / 1024;
/** Longest profile, in pixels: the frequencies are too coarse for a longer one. */
const LENGTH_MAX = 1024;
/**
 * Range of frequencies: the image's content changes more slowly; at the upper end a sensor's colour pattern
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
type Periods = Float64Array;
export const FREQUENCIES: readonly number[] = Array.from(
  { length: LAST - FIRST + 1 },
  (_, i) => (FIRST + i) * RESOLUTION,
);

/**
 * Amplitude of a profile at each of `FREQUENCIES`, in units of the median amplitude; 0 at the multiples of
 * 1/8, where the file's own JPEG blocks lie, and at 1/2, where a sensor's colours lie.
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
 * The amplitudes without the sensor's own, and without what a strong line at a left-out frequency spreads
 * beyond its lobe: amplitudes that only fall from there on still belong to that line.
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
