import type { Side } from "../machine/state.ts";

interface Picture {
  readonly blob: Blob;
  /** For the `img` that shows it. */
  readonly url: string;
}

/** The pictures of this page, in memory only. */
export class Album {
  readonly #sides = new Map<Side, Picture>();
  /** Names what is sent, so that the same pictures sent twice are one attempt. */
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

  picture(side: Side): Picture | undefined {
    return this.#sides.get(side);
  }

  /** The idempotency key of what is kept: a new one once anything of it has changed. */
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
    const picture = this.#sides.get(side);
    if (picture !== undefined) URL.revokeObjectURL(picture.url);
    this.#sides.delete(side);
  }
}
