/** A word that a text begins with, misread or not. */
interface Misreading<Entry> {
  readonly entry: Entry;
  /** Letters of the text that stand for the word. */
  readonly length: number;
  /** Levenshtein distance of the two. */
  readonly distance: number;
}

/** A word and the maximum number of misread letters. */
interface Word<Entry> {
  readonly letters: string;
  readonly errors: number;
  readonly entry: Entry;
}

/** Represents a distance beyond what any word allows. */
const FAR = 200;

/**
 * Words as a tree of their beginnings, for texts that begin with one: words with the same beginning are
 * compared with a text once, and no further than the allowed errors reach (H. Shang, T. Merrettal: Tries for
 * Approximate String Matching, IEEE TKDE 8(4), 1996). Nodes are numbers, each before its descendants, so that
 * a search is one pass over flat tables: all lines of all pages are searched.
 */
export class WordTree<Entry> {
  /** For each node: the code of its letter, its depth, and the most errors that a word beneath it allows. */
  readonly #letter: Uint16Array;
  readonly #depth: Uint8Array;
  readonly #errors: Uint8Array;
  /** The first node that is not a descendant. */
  readonly #behind: Uint16Array;
  readonly #words: (readonly Word<Entry>[] | undefined)[] = [];
  /** Levenshtein's table, a row of `#width` for each depth, reused for every text. */
  readonly #rows: Uint8Array;
  readonly #width: number;

  /** Words of 1 to 200 letters, and at most 65,535 letters in all. */
  constructor(words: readonly Word<Entry>[]) {
    const nodes: { letter: number; depth: number; errors: number; behind: number }[] = [];
    const sorted = Map.groupBy(words, ({ letters }) => letters);
    let [path, last]: [number[], string] = [[], ""];
    for (const letters of [...sorted.keys()].sort()) {
      let shared = 0;
      while (shared < last.length && last[shared] === letters[shared]) shared++;
      for (const node of path.slice(shared)) nodes[node]!.behind = nodes.length;
      path = path.slice(0, shared);
      for (let at = shared; at < letters.length; at++) {
        const node = { letter: letters.charCodeAt(at), depth: at + 1, errors: 0, behind: 0 };
        path.push(nodes.push(node) - 1);
      }
      const own = sorted.get(letters)!;
      const errors = Math.max(...own.map((word) => word.errors));
      for (const node of path) nodes[node]!.errors = Math.max(nodes[node]!.errors, errors);
      this.#words[nodes.length - 1] = own;
      last = letters;
    }
    for (const node of path) nodes[node]!.behind = nodes.length;
    this.#letter = Uint16Array.from(nodes, ({ letter }) => letter);
    this.#depth = Uint8Array.from(nodes, ({ depth }) => depth);
    this.#errors = Uint8Array.from(nodes, ({ errors }) => errors);
    this.#behind = Uint16Array.from(nodes, ({ behind }) => behind);
    this.#width = Math.max(0, ...this.#depth) + Math.max(0, ...this.#errors) + 2;
    this.#rows = new Uint8Array(this.#width * this.#width).map((_, length) => Math.min(length, FAR));
  }

  /** The lengths of the words with which the text begins, shortest first. */
  lengths(text: string): number[] {
    const found: number[] = [];
    let [node, depth] = [0, 1];
    while (this.#depth[node] === depth) {
      if (this.#letter[node] !== text.charCodeAt(depth - 1)) {
        node = this.#behind[node]!;
        continue;
      }
      if (this.#words[node] !== undefined) found.push(depth);
      node++;
      depth++;
    }
    return found;
  }

  /** Every beginning of the text that is a word within that word's errors. */
  misread(text: string): Misreading<Entry>[] {
    const codes = Uint16Array.from({ length: Math.min(text.length, this.#width - 2) }, (_, i) =>
      text.charCodeAt(i),
    );
    const found: Misreading<Entry>[] = [];
    for (let node = 0; node < this.#letter.length; ) {
      const [depth, errors] = [this.#depth[node]!, this.#errors[node]!];
      const end = Math.min(codes.length, depth + errors);
      const isNear = errors > 0 && this.#fill(this.#letter[node]!, depth, errors, end, codes) <= errors;
      if (isNear) this.#collect(node, end, found);
      node = isNear ? node + 1 : this.#behind[node]!;
    }
    return found;
  }

  /**
   * Fills the cells of a row within `errors` of the diagonal, and up to `end`; returns their least distance.
   * Cells outside that band are stale, but already exceed the limit.
   */
  #fill(letter: number, depth: number, errors: number, end: number, text: Uint16Array): number {
    const rows = this.#rows;
    const [row, start] = [depth * this.#width, Math.max(0, depth - errors)];
    const above = row - this.#width;
    let [least, left, across] = [FAR, FAR, start === 0 ? FAR : rows[above + start - 1]!];
    for (let length = start; length <= end; length++) {
      if (length > 0 && text[length - 1] !== letter) across++;
      const down = rows[above + length]!;
      const nearest = down < left ? down + 1 : left + 1;
      left = across < nearest ? across : nearest;
      rows[row + length] = left;
      if (left < least) least = left;
      across = down;
    }
    return least;
  }

  #collect(node: number, end: number, found: Misreading<Entry>[]): void {
    const [depth, row] = [this.#depth[node]!, this.#depth[node]! * this.#width];
    for (const { entry, errors } of this.#words[node] ?? []) {
      for (let length = Math.max(0, depth - errors); length <= Math.min(end, depth + errors); length++) {
        const distance = this.#rows[row + length]!;
        if (errors > 0 && distance <= errors) found.push({ entry, length, distance });
      }
    }
  }
}
