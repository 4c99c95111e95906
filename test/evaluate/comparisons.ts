import { seededRandom } from "../material/random.ts";

/** One capture of one person. */
export interface Sample {
  readonly subject: string;
  readonly vector: readonly number[];
}

interface NonMated {
  readonly score: number;
  readonly subjects: readonly [number, number];
}

/** Every comparison among the samples, by whether both are of one subject. */
export interface Comparisons {
  readonly mated: readonly number[];
  /** Highest score first. */
  readonly nonMated: readonly NonMated[];
  /** How many samples each subject has. */
  readonly sizes: readonly number[];
}

export const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, n) => sum + value * b[n]!, 0);

export function compareAll(samples: readonly Sample[]): Comparisons {
  const subjects = [...new Set(samples.map(({ subject }) => subject))];
  const index = samples.map(({ subject }) => subjects.indexOf(subject));
  const mated: number[] = [];
  const nonMated: NonMated[] = [];
  for (let i = 0; i < samples.length; i++) {
    for (let j = i + 1; j < samples.length; j++) {
      const score = dot(samples[i]!.vector, samples[j]!.vector);
      if (index[i] === index[j]) mated.push(score);
      else nonMated.push({ score, subjects: [index[i]!, index[j]!] });
    }
  }
  const sizes = subjects.map((_, n) => index.filter((subject) => subject === n).length);
  return { mated, nonMated: nonMated.sort((a, b) => b.score - a.score), sizes };
}

const RESAMPLES = 400;
const CONFIDENCE = 0.95;
/** Doddington's rule: a rate is known within ±30 % at 90 % confidence once 30 errors were seen. */
const ERRORS_NEEDED = 30;

/**
 * The lowest score at which the one-sided 95 % upper bound of the false match rate, over resampled subjects, is within
 * `target`; null where the data cannot support the level: fewer than 30 false matches would be expected, with each pair
 * of subjects counted once. Subjects are resampled because comparisons that share one are not independent.
 */
export function operatingPoint({ mated, nonMated, sizes }: Comparisons, target: number) {
  const subjectPairs = (sizes.length * (sizes.length - 1)) / 2;
  if (subjectPairs * target < ERRORS_NEEDED) return null;
  const resamples = resampledSubjects(sizes);
  const accepted = nonMated.findIndex(({ subjects: [a, b] }) => {
    for (const resample of resamples) {
      resample.falseMatches += resample.draws[a]! * resample.draws[b]!;
    }
    const rates = resamples.map(({ falseMatches, comparisons }) => falseMatches / comparisons);
    return rates.sort((p, q) => p - q)[Math.floor(CONFIDENCE * RESAMPLES)]! > target;
  });
  if (accepted < 0) return null;
  const comparisonScore = Math.ceil(nonMated[accepted]!.score * 1e4 + 1e-9) / 1e4;
  return {
    comparisonScore,
    mated: mated.length,
    nonMated: nonMated.length,
    fmr: nonMated.filter(({ score }) => score >= comparisonScore).length / nonMated.length,
    fnmr: mated.filter((score) => score < comparisonScore).length / mated.length,
  };
}

/** Subjects drawn with replacement: how often each was drawn, and how many non-mated comparisons that makes. */
function resampledSubjects(sizes: readonly number[]) {
  const random = seededRandom(29794);
  return Array.from({ length: RESAMPLES }, () => {
    const draws = new Uint16Array(sizes.length);
    for (let n = 0; n < sizes.length; n++) draws[Math.floor(random() * sizes.length)]! += 1;
    const drawn = sizes.map((size, n) => size * draws[n]!);
    const all = drawn.reduce((sum, size) => sum + size, 0);
    const same = drawn.reduce((sum, size) => sum + size * size, 0);
    return { draws, comparisons: (all * all - same) / 2, falseMatches: 0 };
  });
}

/** The share of labelled pairs that the best single threshold decides rightly: an upper bound of accuracy. */
export function bestAccuracy(pairs: readonly { readonly score: number; readonly mated: boolean }[]): number {
  const ranked = pairs.toSorted((a, b) => b.score - a.score);
  let right = ranked.filter(({ mated }) => !mated).length;
  let best = right;
  for (const { mated } of ranked) {
    right += mated ? 1 : -1;
    best = Math.max(best, right);
  }
  return best / pairs.length;
}
