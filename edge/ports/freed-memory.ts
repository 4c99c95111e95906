import { leftUntil } from "../clock.ts";

/** V8's collector. The local stack's runtime hands it to the Worker; Cloudflare's does not. */
declare const gc: ((options: object) => void) | undefined;

/** Milliseconds between two collections. */
const PAUSE_MS = 30_000;

/**
 * Memory of this isolate that requests have freed. Where the runtime lets it, it is collected every half
 * minute, and the runtime overwrites what is collected: texts of erased people would else stay there until it
 * is used again.
 */
export class FreedMemory {
  readonly #clock: () => number;
  #collectAt = 0;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** To be called often, by nobody who holds anything personal: an own event, and not a request's. */
  overwrite(): void {
    const now = this.#clock();
    if (typeof gc === "undefined" || leftUntil(this.#collectAt, PAUSE_MS, now) > 0) return;
    this.#collectAt = now + PAUSE_MS;
    gc({ type: "major", flavor: "last-resort" });
  }
}
