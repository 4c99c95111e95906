/** Milliseconds from an erasure to its round: by then a call that was under way when it came has ended. */
const SETTLE_MS = 30_000;
/** Milliseconds from one round to the next, however many erasures come. */
const APART_MS = 60_000;
/** Milliseconds after which a round begins without an erasure: some are made elsewhere, as by a retention. */
const USUAL_MS = 60 * 60_000;

/** When processes that have worked are replaced. Times are milliseconds, and are passed in. */
export class Rounds {
  /** When one begins without an erasure, and before when none begins. */
  #usualAt: number;
  #notBefore: number;
  /** The first and the last erasure that no round has followed yet. */
  #erased: { readonly first: number; readonly last: number } | undefined;

  constructor(now: number) {
    this.#usualAt = now + USUAL_MS;
    this.#notBefore = now;
  }

  /** When the next round begins. */
  get dueAt(): number {
    if (this.#erased === undefined) return this.#usualAt;
    return Math.min(this.#usualAt, Math.max(this.#erased.first + SETTLE_MS, this.#notBefore));
  }

  noteErasure(now: number): void {
    this.#erased = { first: this.#erased?.first ?? now, last: now };
  }

  /** Begins a round. An erasure that has come too late for it is followed by the next one. */
  begin(now: number): void {
    this.#usualAt = now + USUAL_MS;
    this.#notBefore = now + APART_MS;
    const last = this.#erased?.last;
    this.#erased = last === undefined || last + SETTLE_MS <= now ? undefined : { first: last, last };
  }
}
