import { seededRandom } from "../../../inference/calibration/error-rates.ts";

/** A labelled pair's comparison. `fold` groups pairs whose subjects appear in no other fold. */
export interface ScoredPair {
  readonly score: number;
  readonly mated: boolean;
  readonly fold: string;
}

const SPLITS = 200;

/** The threshold that decides the most pairs correctly, and the share of these pairs. */
export function bestThreshold(pairs: readonly ScoredPair[]): { threshold: number; accuracy: number } {
  const ranked = pairs.toSorted((a, b) => b.score - a.score);
  let right = ranked.filter(({ mated }) => !mated).length;
  let best = { right, threshold: Number.POSITIVE_INFINITY };
  for (const [n, { mated, score }] of ranked.entries()) {
    right += mated ? 1 : -1;
    if (right > best.right) best = { right, threshold: (score + (ranked[n + 1]?.score ?? -1)) / 2 };
  }
  return { threshold: best.threshold, accuracy: best.right / pairs.length };
}

/** The share of pairs that a threshold decides correctly. */
export const accuracyAt = (pairs: readonly ScoredPair[], threshold: number): number =>
  pairs.filter(({ score, mated }) => score >= threshold === mated).length / pairs.length;

/** Accuracy on each part, at the threshold that was best on the other parts. */
export function heldOutAccuracy(pairs: readonly ScoredPair[]): number[] {
  const folds = [...new Set(pairs.map(({ fold }) => fold))];
  if (folds.length > 1) {
    return folds.map((fold) =>
      heldOut(
        pairs.filter((pair) => pair.fold !== fold),
        pairs.filter((pair) => pair.fold === fold),
      ),
    );
  }
  const random = seededRandom(1);
  return Array.from({ length: SPLITS }, () => {
    const drawn = pairs.map((pair) => ({ pair, first: random() < 0.5 }));
    const half = (first: boolean) => drawn.filter((each) => each.first === first).map(({ pair }) => pair);
    return heldOut(half(true), half(false));
  });
}

const heldOut = (fitted: readonly ScoredPair[], judged: readonly ScoredPair[]): number =>
  accuracyAt(judged, bestThreshold(fitted).threshold);
