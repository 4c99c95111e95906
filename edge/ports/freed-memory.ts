import { leftUntil } from "../clock.ts";

/** V8's collector. The local stack's runtime hands it to the Worker; Cloudflare's does not. */
declare const gc: ((options: object) => void) | undefined;

/** Milliseconds between two rounds. */
const PAUSE_MS = 30_000;

/**
 * Sizes in bytes of the pieces that are overwritten, as close to each other as those in which workerd's
 * allocator (TCMalloc) keeps what it gets back, and how many of each: about as many as it has after ordinary
 * traffic.
 */
const SIZES = Array.from({ length: 72 }, (_, i) => 16 * Math.ceil(4 * 1.125 ** i));
const MOST_PIECES = 1_024;
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * Memory that requests have freed, in V8's heap and outside. Where the runtime lets it, it is overwritten
 * every half minute: texts of erased people would else stay there until it is used again.
 */
export class FreedMemory {
  readonly #clock: () => number;
  #nextAt = 0;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** To be called often, by nobody who holds anything personal: an own event, and not a request's. */
  async overwrite(): Promise<void> {
    const now = this.#clock();
    if (typeof gc === "undefined" || leftUntil(this.#nextAt, PAUSE_MS, now) > 0) return;
    this.#nextAt = now + PAUSE_MS;
    // V8 remembers the text that was last matched.
    /^/.exec("");
    // It overwrites what it collects, by a flag of the local stack.
    gc({ type: "major", flavor: "last-resort" });
    for (const size of SIZES) {
      overwritePieces(size);
      // Requests go on between two sizes.
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }
}

/**
 * Takes the pieces of one size that the allocator has free, and gives them back: a new buffer is zeros, so
 * that nothing is left of what was there.
 */
function overwritePieces(size: number): void {
  const count = Math.min(MOST_PIECES, Math.ceil(MOST_BYTES / size));
  const pieces = Array.from({ length: count }, () => new ArrayBuffer(size));
  for (const piece of pieces) piece.transfer(0);
}
