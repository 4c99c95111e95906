import type { Candidate } from "../messages.ts";

/** Candidates that are asked for beyond those wanted, so that one question is enough as a rule. */
const MARGIN = 8;
/** Milvus answers no more. */
const MOST = 16_384;

/** What to ask for first. */
export const firstLimit = (wanted: number) => Math.min(MOST, wanted + MARGIN);

/** A row that Milvus found, and the vector that it holds of it. */
export interface Found {
  readonly registrationId: string;
  readonly seq: number;
  readonly vector: Float32Array;
}

/** The rows by our own score: best first, equal scores by ascending `seq`, as in memory. */
export function rescored(probe: Float32Array, found: readonly Found[]): (Candidate & { seq: number })[] {
  return found
    .map(({ registrationId, seq, vector }) => ({ registrationId, seq, score: dot(probe, vector) }))
    .sort((a, b) => b.score - a.score || a.seq - b.seq);
}

/**
 * The next number to ask for; undefined where no row that was not told can be among the wanted ones. Milvus
 * sums n products in 32-bit floats, in an order of its own: of unit vectors its score is off by n·2⁻²⁴ at
 * most (Higham, Accuracy and Stability of Numerical Algorithms, chapter 3). Twice that leaves room for
 * lengths that are 1 but for rounding. So a row that was not told has a true score under the least one told,
 * plus that error.
 */
export function nextLimit(
  asked: { readonly limit: number; readonly wanted: number; readonly dimensions: number },
  scores: readonly number[],
  best: readonly Candidate[],
): number | undefined {
  const { limit, wanted, dimensions } = asked;
  if (scores.length < limit || limit === MOST) return undefined;
  const unseen = scores.at(-1)! + dimensions * 2 ** -23;
  const worst = best[wanted - 1];
  return worst !== undefined && worst.score > unseen ? undefined : Math.min(MOST, 4 * limit);
}

/** The comparison score, summed in order in 64-bit floats. */
function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += one[i]! * other[i]!;
  return sum;
}
