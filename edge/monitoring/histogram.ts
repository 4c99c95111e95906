import { type Labels, line, type Metric } from "./text.ts";

/** Upper bounds in seconds, the same as those of inference. */
const BOUNDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** How long calls with these labels took, by buckets. */
export class Histogram {
  readonly #labels: Labels;
  readonly #counts = BOUNDS.map(() => 0);
  #count = 0;
  #sum = 0;

  constructor(labels: Labels) {
    this.#labels = labels;
  }

  add(seconds: number): void {
    this.#count++;
    this.#sum += seconds;
    for (const [at, bound] of BOUNDS.entries()) if (seconds <= bound) this.#counts[at]!++;
  }

  /** Each bucket has all that is at most its bound. */
  samples(): Metric["samples"] {
    const labels = line(this.#labels);
    const within = (le: string, count: number) => ["_bucket", line({ ...this.#labels, le }), count] as const;
    return [
      ...BOUNDS.map((bound, at) => within(String(bound), this.#counts[at]!)),
      within("+Inf", this.#count),
      ["_sum", labels, this.#sum],
      ["_count", labels, this.#count],
    ];
  }
}
