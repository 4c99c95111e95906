import { leftUntil } from "../clock.ts";
import { OverloadError } from "../errors.ts";
import { keepNewest } from "./keep-newest.ts";

/** Turns that are remembered; beyond it the oldest refusal is forgotten. */
const MOST_REMEMBERED = 10_000;

/**
 * The tenants that this isolate was told to have too much work waiting at the engines. Until the time has
 * passed that its caller was told, a tenant's upload is refused before it is read: on a host where the
 * Worker and the engines share the processors, a flood of refused uploads would slow down everybody's work.
 */
export class Overloads {
  readonly #refusals = new Map<string, { readonly until: number; readonly holdsMs: number }>();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Throws the refusal of a tenant's calls of one priority where it still holds. */
  check(turn: string): void {
    const known = this.#refusals.get(turn);
    const leftMs = known === undefined ? 0 : leftUntil(known.until, known.holdsMs, this.#clock());
    if (leftMs > 0) throw new OverloadError(Math.ceil(leftMs / 1_000));
  }

  note(turn: string, { retryAfter }: OverloadError): void {
    const holdsMs = retryAfter * 1_000;
    keepNewest(this.#refusals, turn, { until: this.#clock() + holdsMs, holdsMs }, MOST_REMEMBERED);
  }
}
