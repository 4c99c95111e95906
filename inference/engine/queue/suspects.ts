import { createHash } from "node:crypto";
import { keepNewest } from "./keep-newest.ts";

/** Milliseconds that a picture is remembered after the last engine that it cost. */
const AGE = 600_000;
/** Engines that a picture may cost, helpers included: what kills two is not given to a third. */
export const MOST_LOSSES = 2;
/** Pictures that are remembered. */
const MOST = 1_024;

interface Suspect {
  /** The picture's length: only a picture of such a length is worth a digest. */
  readonly bytes: number;
  readonly losses: number;
  readonly until: number;
}

/**
 * Pictures that engines died of, by the digest of their bytes, of all callers together: they are not given to
 * a third engine. A picture that an engine then comes to an end with is innocent. In memory only, bounded,
 * without a clock of its own.
 */
export class Suspects {
  /** Those seen last come last. */
  readonly #suspects = new Map<string, Suspect>();

  /** The index of the first picture that must not be tried again; -1 where there is none. */
  indexOfRefused(pictures: readonly Uint8Array[], now: number): number {
    return pictures.findIndex((picture) => (this.#find(picture, now)?.losses ?? 0) >= MOST_LOSSES);
  }

  /** So many engines died of work that carried these pictures. */
  accuse(pictures: readonly Uint8Array[], losses: number, now: number): void {
    if (losses === 0) return;
    for (const picture of pictures) {
      const known = this.#find(picture, now)?.losses ?? 0;
      const suspect = { bytes: picture.length, losses: known + losses, until: now + AGE };
      keepNewest(this.#suspects, digestOf(picture), suspect, MOST);
    }
  }

  /** An engine came to an end with these pictures. */
  acquit(pictures: readonly Uint8Array[], now: number): void {
    for (const picture of pictures) {
      if (this.#find(picture, now) !== undefined) this.#suspects.delete(digestOf(picture));
    }
  }

  #find(picture: Uint8Array, now: number): Suspect | undefined {
    for (const [key, { until }] of this.#suspects) {
      if (until > now) break;
      this.#suspects.delete(key);
    }
    const isLikely = [...this.#suspects.values()].some(({ bytes }) => bytes === picture.length);
    return isLikely ? this.#suspects.get(digestOf(picture)) : undefined;
  }
}

const digestOf = (picture: Uint8Array) => createHash("sha256").update(picture).digest("base64");
