import { quantile } from "../statistics.ts";
import { exactInterval, type Interval } from "./binomial.ts";
import { type Comparisons, countAtLeast, type Scores } from "./comparisons.ts";

const RESAMPLES = 400;
const SEED = 29794;

/** Error rates at one comparison score, each with its 95 % interval. */
interface ErrorRates {
  readonly fmr: number;
  readonly fmrInterval: Interval;
  readonly fnmr: number;
  readonly fnmrInterval: Interval;
}

/** Subjects drawn with replacement. */
interface Resample {
  /** How often each subject was drawn. */
  readonly draws: Uint32Array;
  readonly mated: number;
  readonly nonMated: number;
}

/**
 * Bootstrap over subjects, since comparisons that share a subject are not independent. Each call draws the
 * same.
 */
export function resampleSubjects({ sizes }: Comparisons): Resample[] {
  const random = seededRandom(SEED);
  return Array.from({ length: RESAMPLES }, () => {
    const draws = new Uint32Array(sizes.length);
    for (let n = 0; n < sizes.length; n++) draws[Math.floor(random() * sizes.length)]! += 1;
    const drawn = sizes.map((size, n) => size * draws[n]!);
    const all = drawn.reduce((sum, size) => sum + size, 0);
    const squares = drawn.reduce((sum, size) => sum + size * size, 0);
    const mated = draws.reduce((sum, times, n) => sum + (times * sizes[n]! * (sizes[n]! - 1)) / 2, 0);
    return { draws, mated, nonMated: (all * all - squares) / 2 };
  });
}

/** The false match rate in each resample when the `accepted` highest non-mated scores match. */
export function resampledFmr(
  { nonMated, subjectOf }: Comparisons,
  accepted: number,
  resamples: readonly Resample[],
): number[] {
  return resamples.map(({ draws, nonMated: comparisons }) => {
    let matches = 0;
    for (let n = 0; n < accepted; n++) {
      matches += draws[subjectOf[nonMated.a[n]!]!]! * draws[subjectOf[nonMated.b[n]!]!]!;
    }
    return matches / comparisons;
  });
}

function resampledFnmr(
  { mated, subjectOf }: Comparisons,
  accepted: number,
  resamples: readonly Resample[],
): number[] {
  return resamples.map(({ draws, mated: comparisons }) => {
    let misses = 0;
    for (let n = accepted; n < mated.score.length; n++) misses += draws[subjectOf[mated.a[n]!]!]!;
    return misses / comparisons;
  });
}

/**
 * The number of pairs of different subjects, which bounds the number of independent non-mated comparisons.
 */
export const subjectPairs = ({ sizes }: Comparisons): number => (sizes.length * (sizes.length - 1)) / 2;

const matedSubjects = ({ sizes }: Comparisons): number => sizes.filter((size) => size > 1).length;

/**
 * False match rate and false non-match rate at a comparison score. The interval is the bootstrap interval,
 * widened to the exact binomial one that counts each pair of subjects, or each subject, once. The binomial
 * interval is wider if errors are few, and is the only one if there are no errors.
 */
export function errorRates(
  comparisons: Comparisons,
  threshold: number,
  resamples = resampleSubjects(comparisons),
): ErrorRates {
  const accepted = (scores: Scores) => countAtLeast(scores, threshold);
  const [falseMatches, matches] = [accepted(comparisons.nonMated), accepted(comparisons.mated)];
  const fmr = falseMatches / comparisons.nonMated.score.length;
  const fnmr = 1 - matches / comparisons.mated.score.length;
  return {
    fmr,
    fmrInterval: wider(fmr, subjectPairs(comparisons), resampledFmr(comparisons, falseMatches, resamples)),
    fnmr,
    fnmrInterval: wider(fnmr, matedSubjects(comparisons), resampledFnmr(comparisons, matches, resamples)),
  };
}

function wider(rate: number, trials: number, resampled: readonly number[]): Interval {
  const [low, high] = exactInterval(Math.round(rate * trials), trials);
  return [Math.min(low, quantile(resampled, 0.025)), Math.max(high, quantile(resampled, 0.975))];
}

/** A seeded source of numbers in 0..1: the same seed gives the same numbers on every machine (mulberry32). */
export type Random = () => number;

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
