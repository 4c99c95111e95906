import { quantiseProbe, strideOf } from "./quantize.ts";

/** A probe, and how many of the best references it asks for. */
export interface Probe {
  readonly vector: Float32Array;
  readonly limit: number;
}

/** What is known of the rows that are looked at together. */
export interface RowBounds {
  /** By row: x̂ = scale · integers. */
  readonly scales: Float32Array;
  /** By row: what the scan's dot products are too high by. */
  readonly excesses: Int32Array;
  /** At least ‖x − x̂‖ and ‖x̂‖ of each row. */
  readonly error: number;
  readonly length: number;
}

/** More than the rounding of sums of at most 4,096 products of unit vectors' elements in 64-bit floats. */
const ROUNDING = 1e-9;

/**
 * Keeps, of all rows that it is shown, those that can be among the `limit` best of a probe.
 *
 * The comparison score s = x·y of a reference x and a probe y differs from ŝ = x̂·ŷ, which the scan computes exactly, by
 * s − ŝ = (x − x̂)·y + x̂·(y − ŷ), so that by Cauchy–Schwarz |s − ŝ| ≤ ε = ‖x − x̂‖‖y‖ + ‖x̂‖‖y − ŷ‖. The `limit`-th largest
 * ŝ − ε of any rows is a floor under the `limit`-th best score; a row with ŝ + ε below it cannot be among them.
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

  /** Shows it `count` rows from number `first`; the dot product of row i is `dots[i * width + column]`, too high by its excess. */
  look(first: number, count: number, bounds: RowBounds, dots: Int32Array, width: number, column: number) {
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

  /** The rows that are left. */
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
