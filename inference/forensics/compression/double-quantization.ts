/** Highest level of the present quantisation that is distinguished; few coefficients lie above. */
const LEVELS = 64;
const STEPS = { least: 2, most: 80 };
/** Shift of coefficients by rounding pixels to whole numbers. */
export const ROUNDING = 1;
/** Share of coefficients that fit neither model. */
const OUTLIERS = 0.05;
/** Fewest coefficients for an estimate, and the least gain in nats, for each coefficient and for all. */
const TELLING = { coefficients: 300, each: 0.05, all: 30 };

/** A quantisation step of an earlier compression, at one frequency. */
export interface EarlierStep {
  readonly step: number;
  /**
   * By the present level of a coefficient, 0..LEVELS: log likelihood ratio of one quantisation against two,
   * in nats. Level 0 contributes nothing, because flat parts reach it either way.
   */
  readonly foreign: Float64Array;
}

/**
 * A coefficient's level after quantisation by a step; levels over `LEVELS` become 0, which contributes
 * nothing.
 */
export function levelOf(magnitude: number, step: number): number {
  // Same result as `Math.round` in a third of its time: no quotient of a float32 lies closer to a half.
  const level = Math.floor(magnitude / step + 0.5);
  return level > LEVELS ? 0 : level;
}

/**
 * The step of an earlier quantisation, by maximum likelihood: multiples of the earlier step fill some present
 * levels often and others seldom (T. Bianchi, A. Piva: Image Forgery Localization via Block-Grained Analysis
 * of JPEG Artifacts, 2012). `magnitudes`: the present coefficients. `aside`: coefficients of the same image
 * off the JPEG grid, where no quantisation shows; their distribution approximates the original one. `stray`:
 * largest shift of a coefficient between the two compressions. Undefined if no step improves the likelihood
 * enough: images saved once, saved twice at nearly the same step, or resized.
 */
export function earlierStep(
  magnitudes: Float32Array,
  aside: Float32Array,
  present: number,
  stray: number = ROUNDING,
): EarlierStep | undefined {
  const counts = new Float64Array(LEVELS + 1);
  for (let i = 0; i < magnitudes.length; i++) counts[levelOf(magnitudes[i]!, present)]!++;
  counts[0] = 0;
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total < TELLING.coefficients) return undefined;
  const original = distribution(aside);
  const once = normalised(quantisedOnce(original, present));
  let best = {
    gain: Math.max(TELLING.each * total, TELLING.all),
    found: undefined as EarlierStep | undefined,
  };
  for (let step = STEPS.least; step <= STEPS.most; step++) {
    const twice = normalised(quantisedTwice(original, { step, stray, present }));
    const foreign = once.map((p, level) =>
      p === 0 ? 0 : -Math.log(((1 - OUTLIERS) * twice[level]!) / p + OUTLIERS),
    );
    const gain = -foreign.reduce((sum, ratio, level) => sum + ratio * counts[level]!, 0);
    if (gain > best.gain) best = { gain, found: { step, foreign } };
  }
  return best.found;
}

/** How many magnitudes lie below each multiple of a bin's width, and how many there are, at least 1. */
interface Distribution {
  readonly below: Uint32Array;
  readonly total: number;
}

const BINS_PER_UNIT = 4;
const HIGHEST = 1024;
const BINS = HIGHEST * BINS_PER_UNIT;

function distribution(magnitudes: Float32Array): Distribution {
  const below = new Uint32Array(BINS + 2);
  countBins(magnitudes, below.subarray(1));
  for (let i = 1; i < below.length; i++) below[i]! += below[i - 1]!;
  const total = Math.max(1, below.at(-1)!);
  return { below, total };
}

/** The share of magnitudes, 0..1, below a value. */
function shareBelow({ below, total }: Distribution, value: number): number {
  const place = Math.min(HIGHEST, Math.max(0, value)) * BINS_PER_UNIT;
  const bin = Math.floor(place);
  return (below[bin]! + (place - bin) * (below[bin + 1]! - below[bin]!)) / total;
}

/** Blocks with a clipped channel have magnitude 0 and do not count. */
function countBins(magnitudes: Float32Array, counts: Uint32Array): void {
  for (let i = 0; i < magnitudes.length; i++) {
    const magnitude = magnitudes[i]!;
    if (magnitude > 0) counts[Math.min(BINS, Math.floor(magnitude * BINS_PER_UNIT))]!++;
  }
}

const massAround = (of: Distribution, multiple: number, step: number): number =>
  shareBelow(of, (multiple + 0.5) * step) - shareBelow(of, (multiple - 0.5) * step);

const quantisedOnce = (of: Distribution, step: number): Float64Array =>
  Float64Array.from({ length: LEVELS + 1 }, (_, level) => massAround(of, level, step));

interface DoubleQuantisation {
  readonly step: number;
  readonly stray: number;
  readonly present: number;
}

function quantisedTwice(of: Distribution, { step, stray, present }: DoubleQuantisation): Float64Array {
  const levels = new Float64Array(LEVELS + 1);
  for (let k = 0; k * step - stray < (LEVELS + 0.5) * present; k++) {
    // Magnitudes fold negative values back, so that all mass around 0 lies on one side.
    const [low, high] = [k === 0 ? 0 : k * step - stray, k * step + stray];
    const density = massAround(of, k, step) / (high - low);
    const last = Math.min(LEVELS, Math.round(high / present));
    for (let level = Math.round(low / present); level <= last; level++) {
      const [from, to] = [(level - 0.5) * present, (level + 0.5) * present];
      levels[level]! += density * Math.max(0, Math.min(high, to) - Math.max(low, from));
    }
  }
  return levels;
}

/** Shares among the levels over 0. */
function normalised(levels: Float64Array): Float64Array {
  levels[0] = 0;
  const total = levels.reduce((sum, level) => sum + level, 0);
  return total === 0 ? levels : levels.map((level) => level / total);
}
