import type { Side } from "../machine/state.ts";

interface Photo {
  readonly blob: Blob;
  /** For the `img` that shows it. */
  readonly url: string;
}

/** The photos of this page, in memory only. */
export class Album {
  readonly #sides = new Map<Side, Photo>();
  /** Names the uploaded photos, so that the same photos sent twice are one attempt. */
  #key: string | undefined;
  frames: readonly Blob[] = [];
  challengeToken: string | undefined;

  keep(side: Side, blob: Blob): void {
    this.#drop(side);
    this.#sides.set(side, { blob, url: URL.createObjectURL(blob) });
    this.#key = undefined;
  }

  keepFrames(frames: readonly Blob[]): void {
    this.frames = frames;
    this.#key = undefined;
  }

  photo(side: Side): Photo | undefined {
    return this.#sides.get(side);
  }

  /** The idempotency key of the kept photos: a new one once any of them has changed. */
  get key(): string {
    this.#key ??= Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
      byte.toString(16).padStart(2, "0"),
    ).join("");
    return this.#key;
  }

  forget(): void {
    for (const side of [...this.#sides.keys()]) this.#drop(side);
    this.keepFrames([]);
    this.challengeToken = undefined;
  }

  #drop(side: Side): void {
    const photo = this.#sides.get(side);
    if (photo !== undefined) URL.revokeObjectURL(photo.url);
    this.#sides.delete(side);
  }
}
