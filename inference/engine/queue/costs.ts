import { keepNewest } from "./keep-newest.ts";

/** Whose work, and of what kind: what it costs is learnt for each owner and kind. */
export interface CostKey {
  /** Opaque. */
  readonly owner: string;
  readonly kind: string;
}

/** Milliseconds of work that nothing is known of. */
const UNKNOWN = 250;
/** Weight of the newest cost in a moving mean. */
const NEWEST = 0.2;
/** Means that are remembered. */
const MOST = 4_096;

/**
 * What work is expected to cost, in milliseconds: the moving mean of its owner's work of its kind; for a new
 * owner, of everybody's. An owner who sends dear work so raises the expectation of that work alone.
 */
export class Costs {
  /** Those learnt last come last. */
  readonly #means = new Map<string, number>();
  readonly #ofAll = new Map<string, number>();

  expected(of: CostKey): number {
    return this.#means.get(keyOf(of)) ?? this.#ofAll.get(of.kind) ?? UNKNOWN;
  }

  learn(of: CostKey, cost: number): void {
    const key = keyOf(of);
    keepNewest(this.#means, key, moved(this.#means.get(key), cost), MOST);
    this.#ofAll.set(of.kind, moved(this.#ofAll.get(of.kind), cost));
  }
}

const moved = (mean: number | undefined, cost: number) =>
  mean === undefined ? cost : mean + NEWEST * (cost - mean);

const keyOf = ({ owner, kind }: CostKey) => `${kind} ${owner}`;
