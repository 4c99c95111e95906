import type { Candidate } from "./gallery-index.ts";

/** A reference with its vector. */
export interface Reference {
  readonly registrationId: string;
  readonly vector: Float32Array;
}

/**
 * A bound on the error of a dot product of two unit vectors that is summed in 32-bit floats, in any order. It
 * is n·2⁻²⁴ (Higham, Accuracy and Stability of Numerical Algorithms, chapter 3); twice that leaves room for
 * lengths that are 1 but for rounding.
 */
export const scoreError = (dimensions: number) => dimensions * 2 ** -23;

/** The best references by their exact scores; equal scores by registration id. */
export function rescored(
  probe: Float32Array,
  references: readonly Reference[],
  limit = references.length,
): Candidate[] {
  return references
    .map(({ registrationId, vector }) => ({ registrationId, score: dot(probe, vector) }))
    .sort((a, b) => b.score - a.score || (a.registrationId < b.registrationId ? -1 : 1))
    .slice(0, limit);
}

/** The comparison score, as the edge computes it for two templates. */
function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += one[i]! * other[i]!;
  return sum;
}

/**
 * Keeps the rows whose 32-bit score may be among the `limit` best exact ones: at most twice the error below
 * the `limit`-th best 32-bit score.
 */
export class Best {
  readonly #limit: number;
  readonly #margin: number;
  /** The `limit` largest scores so far, largest first. */
  readonly #top: number[] = [];
  #cut = Number.NEGATIVE_INFINITY;
  readonly #kept: { readonly row: number; readonly score: number }[] = [];

  constructor(limit: number, dimensions: number) {
    this.#limit = limit;
    this.#margin = 2 * scoreError(dimensions);
  }

  /** Considers rows from number `first`, by their scores. */
  consider(first: number, scores: Float32Array): void {
    for (let i = 0; i < scores.length; i++) {
      const score = scores[i]!;
      if (score < this.#cut) continue;
      this.#kept.push({ row: first + i, score });
      this.#rank(score);
    }
  }

  rows(): number[] {
    return this.#kept.filter(({ score }) => score >= this.#cut).map(({ row }) => row);
  }

  #rank(score: number): void {
    const place = this.#top.findIndex((other) => score > other);
    this.#top.splice(place < 0 ? this.#top.length : place, 0, score);
    this.#top.length = Math.min(this.#top.length, this.#limit);
    if (this.#top.length === this.#limit) this.#cut = this.#top.at(-1)! - this.#margin;
  }
}
