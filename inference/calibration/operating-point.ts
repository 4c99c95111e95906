import type { OperatingPoint } from "../bundle/calibration.ts";
import { quantile } from "../statistics.ts";
import { exactUpperBound, RULE_OF_THREE } from "./binomial.ts";
import type { Comparisons } from "./comparisons.ts";
import { errorRates, resampledFmr, resampleSubjects, subjectPairs } from "./error-rates.ts";

/** Each named level and the false match rate that it promises. */
export const LEVELS = { "fmr_1e-2": 1e-2, "fmr_1e-3": 1e-3, "fmr_1e-4": 1e-4 } as const;
export type Level = keyof typeof LEVELS;

/** Comparison scores of operating points are multiples of this. */
const STEP = 1e-4;

/** A level that the material cannot support, and how much material it needs. */
export interface RefusedLevel {
  readonly level: Level;
  readonly refused: string;
}

/**
 * The lowest comparison score at which the one-sided 95 % upper bound of the false match rate is within the
 * level's rate. The bound is the higher of two: the bootstrap's over subjects, and the exact binomial one
 * that counts each pair of subjects once.
 *
 * Rejected with fewer than 3 / rate pairs of different subjects (rule of three), since then the bound is
 * above the level even without a false match; and without mated comparisons, since then the false non-match
 * rate is unknown.
 */
export function operatingPoint(comparisons: Comparisons, level: Level): OperatingPoint | RefusedLevel {
  const target = LEVELS[level];
  const pairs = subjectPairs(comparisons);
  if (pairs * target < RULE_OF_THREE) return { level, refused: tooFewSubjects(target, comparisons) };
  const { mated, nonMated } = comparisons;
  if (mated.score.length === 0) return { level, refused: "no subject has two photos with a face" };
  const resamples = resampleSubjects(comparisons);
  const within = (accepted: number) => {
    const independent = Math.ceil((accepted / nonMated.score.length) * pairs);
    const bound = quantile(resampledFmr(comparisons, accepted, resamples), 0.95);
    return Math.max(bound, exactUpperBound(independent, pairs)) <= target;
  };
  // With more false matches, the rate itself is over the level.
  const accepted = mostWithin(within, Math.floor(target * nonMated.score.length));
  const comparisonScore = Number((Math.floor(nonMated.score[accepted]! / STEP + 1) * STEP).toFixed(4));
  const rates = errorRates(comparisons, comparisonScore, resamples);
  return { level, comparisonScore, mated: mated.score.length, nonMated: nonMated.score.length, ...rates };
}

/** The largest number up to `most` for which a monotone condition holds; it holds for 0. */
function mostWithin(holds: (count: number) => boolean, most: number): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function tooFewSubjects(target: number, { sizes }: Comparisons): string {
  const pairs = Math.ceil(RULE_OF_THREE / target);
  const subjects = Math.ceil((1 + Math.sqrt(1 + 8 * pairs)) / 2);
  return `needs ${pairs} pairs of different subjects (${subjects} subjects), there are ${sizes.length} subjects`;
}
