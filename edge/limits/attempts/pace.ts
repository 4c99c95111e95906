/**
 * Milliseconds between two strangers. A sign-in takes some 7 ms of the thread until its password waits to be
 * hashed, and hashing takes twice as long as this, and more: nobody signs in later for it.
 */
const BETWEEN_MS = 50;
/** The longest wait: a flood must not keep those out who come after it. */
const LONGEST_MS = 2_000;

/** Lets strangers in one after the other, so that a burst of them leaves the thread to others in between. */
export class Pace {
  #nextAt = 0;

  /** How long one who comes now has to wait, in milliseconds. */
  next(now: number): number {
    const wait = Math.min(Math.max(0, this.#nextAt - now), LONGEST_MS);
    this.#nextAt = now + wait + BETWEEN_MS;
    return wait;
  }
}
