import { createHash } from "node:crypto";

/** Milliseconds for which an image is remembered after the last process that it cost. */
const AGE = 600_000;
/** Workers that an image may crash before it is rejected. */
export const MOST_CRASHES = 2;
/** Images that are remembered. */
const MOST = 1_024;

interface Crashes {
  readonly count: number;
  readonly until: number;
}

/**
 * Images that crashed inference workers, by the SHA-256 of their bytes, shared by all callers. An image that
 * crashed two workers is not given to a third. Kept in memory only, bounded, without its own clock.
 */
export class CrashedImages {
  /** The latest come last. */
  readonly #crashes = new Map<string, Crashes>();

  /** The index of the first image that must not be tried again, or -1. */
  indexOfRefused(images: readonly Uint8Array[], now: number): number {
    if (this.#crashes.size === 0) return -1;
    return images.findIndex((image) => this.#countOf(digestOf(image), now) >= MOST_CRASHES);
  }

  /** This many workers crashed on work with these images. */
  record(images: readonly Uint8Array[], count: number, now: number): void {
    for (const digest of images.map(digestOf)) {
      const crashes = { count: this.#countOf(digest, now) + count, until: now + AGE };
      this.#crashes.delete(digest);
      this.#crashes.set(digest, crashes);
      const [oldest] = this.#crashes.keys();
      if (this.#crashes.size > MOST) this.#crashes.delete(oldest!);
    }
  }

  /** A worker finished its work on these images. */
  clear(images: readonly Uint8Array[]): void {
    if (this.#crashes.size > 0) for (const image of images) this.#crashes.delete(digestOf(image));
  }

  #countOf(digest: string, now: number): number {
    const { count, until } = this.#crashes.get(digest) ?? { count: 0, until: 0 };
    return until > now ? count : 0;
  }
}

const digestOf = (image: Uint8Array) => createHash("sha256").update(image).digest("base64");
