/** A word that a text begins with, misread or not. */
interface Misreading<Entry> {
  readonly entry: Entry;
  /** Letters of the text that stand for the word. */
  readonly length: number;
  /** Levenshtein distance of the two. */
  readonly distance: number;
}

/** A beginning that words share. */
interface Node<Entry> {
  /** Code of its last letter. */
  readonly letter: number;
  readonly children: Node<Entry>[];
  readonly words: { readonly entry: Entry; readonly errors: number }[];
  /** The most errors that a word from here on may have. */
  errors: number;
}

const node = <Entry>(letter: number): Node<Entry> => ({ letter, children: [], words: [], errors: 0 });

/** Stands for a distance beyond what any word allows. */
const FAR = 200;

/**
 * Words that may be misread, as a tree of their beginnings: words with the same beginning are compared with a
 * text once, and no further than the allowed errors reach (H. Shang, T. Merrettal: Tries for Approximate
 * String Matching, IEEE TKDE 8(4), 1996).
 */
export class MisreadWords<Entry> {
  readonly #root = node<Entry>(0);
  /** Levenshtein's table, a row for each letter of a word, used again for every text. */
  readonly #rows: Uint8Array[] = [new Uint8Array(0)];

  /** `errors`: the most that the word may differ from what was read; a word of none is left out. */
  add(word: string, errors: number, entry: Entry): void {
    if (errors === 0) return;
    let at = this.#root;
    at.errors = Math.max(at.errors, errors);
    for (let i = 0; i < word.length; i++) {
      const letter = word.charCodeAt(i);
      const next = at.children.find((child) => child.letter === letter) ?? node<Entry>(letter);
      if (next.errors === 0) at.children.push(next);
      next.errors = Math.max(next.errors, errors);
      at = next;
    }
    at.words.push({ entry, errors });
    while (this.#rows.length <= word.length) this.#rows.push(new Uint8Array(0));
  }

  /** Every beginning of the text that is a word within the word's errors. */
  startOf(text: string): Misreading<Entry>[] {
    const width = this.#rows.length + this.#root.errors + 2;
    if (this.#rows[0]!.length < width)
      this.#rows.forEach((_, i, rows) => {
        rows[i] = new Uint8Array(width);
      });
    for (let length = 0; length <= this.#root.errors + 1; length++) this.#rows[0]![length] = length;
    const codes = Uint16Array.from({ length: Math.min(text.length, width - 2) }, (_, i) =>
      text.charCodeAt(i),
    );
    const found: Misreading<Entry>[] = [];
    for (const child of this.#root.children) this.#walk(child, 1, codes, found);
    return found;
  }

  #walk(at: Node<Entry>, depth: number, text: Uint16Array, found: Misreading<Entry>[]): void {
    const [start, end] = [Math.max(0, depth - at.errors), Math.min(text.length, depth + at.errors)];
    if (this.#fill(at.letter, depth, start, end, text) > at.errors) return;
    const row = this.#rows[depth]!;
    for (const { entry, errors } of at.words) {
      for (let length = start; length <= end; length++) {
        if (row[length]! <= errors) found.push({ entry, length, distance: row[length]! });
      }
    }
    for (const child of at.children) this.#walk(child, depth + 1, text, found);
  }

  /** Fills a row from `start` to `end`, the letters of the text near the diagonal; its least distance. */
  #fill(letter: number, depth: number, start: number, end: number, text: Uint16Array): number {
    const [above, row] = [this.#rows[depth - 1]!, this.#rows[depth]!];
    let least = FAR;
    let left = FAR;
    for (let length = start; length <= end; length++) {
      const across = length === 0 ? FAR : above[length - 1]! + (text[length - 1] === letter ? 0 : 1);
      left = Math.min(across, above[length]! + 1, left + 1);
      row[length] = left;
      if (left < least) least = left;
    }
    // The row beneath reaches one letter further to the right, and may begin at this one's first.
    row[end + 1] = FAR;
    if (start > 0) row[start - 1] = FAR;
    return least;
  }
}
