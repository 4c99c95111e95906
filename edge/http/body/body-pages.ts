import { freePages, openPages } from "../../pages.ts";

/** The bytes of a body that is read block by block, in pages of their own. */
export class BodyPages {
  readonly #pages: ArrayBuffer;
  /** Pieces of files that had no place in one run of these pages. */
  readonly #others: ArrayBuffer[] = [];

  constructor(mostBytes: number) {
    this.#pages = openPages(mostBytes);
  }

  /** Moves a block behind the others, and returns it in its new place. */
  take(block: Uint8Array<ArrayBuffer>): Uint8Array {
    const at = this.#pages.byteLength;
    this.#pages.resize(at + block.length);
    const taken = new Uint8Array(this.#pages, at, block.length);
    taken.set(block);
    // The runtime's allocator has the block back at once, not at the next collection.
    block.buffer.transfer(0);
    return taken;
  }

  /** These pieces of taken blocks as one. They are copied only where they do not follow each other. */
  whole(pieces: readonly Uint8Array[]): Uint8Array {
    const [first] = pieces;
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (first !== undefined && this.#areOneRun(pieces)) {
      return new Uint8Array(this.#pages, first.byteOffset, length);
    }
    const copy = openPages(length, length);
    this.#others.push(copy);
    const whole = new Uint8Array(copy);
    let at = 0;
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }

  /** Ends the use of every piece of the body. */
  free(): void {
    for (const pages of [this.#pages, ...this.#others]) freePages(pages);
  }

  #areOneRun(pieces: readonly Uint8Array[]): boolean {
    return pieces.every(
      ({ buffer, byteOffset }, i) =>
        buffer === this.#pages && (i === 0 || byteOffset === endOf(pieces[i - 1]!)),
    );
  }
}

const endOf = ({ byteOffset, length }: Uint8Array): number => byteOffset + length;
