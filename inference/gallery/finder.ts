import { quantiseProbe, strideOf } from "./quantize.ts";

/** A probe, and how many candidates it asks for. */
export interface Probe {
  readonly vector: Float32Array;
  readonly limit: number;
}

/** Bounds on the error of the quantised rows of one segment. */
export interface RowBounds {
  /** By row: x̂ = scale · integers. */
  readonly scales: Float32Array;
  /** By row: how much too high the scan's dot product is. */
  readonly excesses: Int32Array;
  /** At least ‖x − x̂‖ and ‖x̂‖ of each row. */
  readonly error: number;
  readonly length: number;
}

/** Above the rounding error of a 64-bit sum of at most 4,096 products of unit vectors' elements. */
const ROUNDING = 1e-9;

/**
 * Keeps, of all rows that it considers, those that can be among the `limit` best of a probe.
 *
 * The comparison score of a reference x and a probe y is s = x·y; the scan computes ŝ = x̂·ŷ exactly.
 * They differ by s − ŝ = (x − x̂)·y + x̂·(y − ŷ), so that by Cauchy–Schwarz
 * |s − ŝ| ≤ ε = ‖x − x̂‖‖y‖ + ‖x̂‖‖y − ŷ‖. The `limit`-th largest ŝ − ε of any rows is a lower bound of the
 * `limit`-th best score: a row with ŝ + ε below it is not among the best.
 */
export class Finder {
  readonly integers: Int8Array;
  readonly #limit: number;
  readonly #scale: number;
  readonly #error: number;
  readonly #norm: number;
  /** The `limit` largest lower bounds so far, largest first. */
  readonly #lowest: number[] = [];
  #floor = Number.NEGATIVE_INFINITY;
  #rows: number[] = [];
  #uppers: number[] = [];

  constructor({ vector, limit }: Probe) {
    this.integers = new Int8Array(strideOf(vector.length));
    const { scale, error } = quantiseProbe(vector, this.integers);
    this.#limit = limit;
    this.#scale = scale;
    this.#error = error;
    this.#norm = Math.hypot(...vector);
  }

  /** Considers `count` rows from number `first`; row i has `dots[i * width + column]` less its excess. */
  consider(
    first: number,
    count: number,
    bounds: RowBounds,
    dots: Int32Array,
    width: number,
    column: number,
  ): void {
    const { scales, excesses } = bounds;
    const scale = this.#scale;
    const bound = bounds.error * this.#norm + bounds.length * this.#error + ROUNDING;
    let cut = this.#floor - bound;
    for (let i = 0; i < count; i++) {
      const score = (dots[i * width + column]! - excesses[i]!) * scales[i]! * scale;
      if (score < cut) continue;
      this.#rows.push(first + i);
      this.#uppers.push(score + bound);
      this.#raise(score - bound);
      cut = this.#floor - bound;
    }
  }

  /** The rows that can still be among the best. */
  rows(): number[] {
    return this.#rows.filter((_, i) => this.#uppers[i]! >= this.#floor);
  }

  #raise(lower: number): void {
    if (lower <= this.#floor) return;
    const place = this.#lowest.findIndex((other) => lower > other);
    this.#lowest.splice(place < 0 ? this.#lowest.length : place, 0, lower);
    this.#lowest.length = Math.min(this.#lowest.length, this.#limit);
    if (this.#lowest.length === this.#limit) this.#floor = this.#lowest.at(-1)!;
  }
}
