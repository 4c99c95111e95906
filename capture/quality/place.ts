/** Where the document lies in the photo, in shares of the photo's sides. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** By how many degrees opposite sides are off parallel: 0 seen from straight above. */
  readonly skew: number;
}

/** Pixels along a tile's side. */
const TILE = 4;
/** Tiles so far apart still belong to one thing: print on a card has gaps. */
const GAP = 4;
/** A thing of fewer tiles is a mark on the table. */
const LEAST_TILES = 40;
/** Pixels with an edge that make a tile part of a thing; a camera's noise makes one. */
const LEAST_EDGES = 2;

/** Marks where there are edges, pixel by pixel. */
export class EdgeMap {
  readonly #columns: number;
  readonly #rows: number;
  readonly #counts: Uint8Array;

  constructor(width: number, height: number) {
    this.#columns = Math.ceil(width / TILE);
    this.#rows = Math.ceil(height / TILE);
    this.#counts = new Uint8Array(this.#columns * this.#rows);
  }

  mark(x: number, y: number): void {
    this.#counts[Math.floor(y / TILE) * this.#columns + Math.floor(x / TILE)]!++;
  }

  /** The largest object in the photo, or null. */
  place(): Place | null {
    const tiles = this.#largest();
    if (tiles.length < LEAST_TILES) return null;
    const down = spans(tiles, this.#columns, (tile) => this.#at(tile));
    const across = spans(tiles, this.#rows, (tile) => this.#at(tile).reverse() as [number, number]);
    return {
      left: down.first / this.#columns,
      right: (down.last + 1) / this.#columns,
      top: across.first / this.#rows,
      bottom: (across.last + 1) / this.#rows,
      skew: Math.max(skewOf(down), skewOf(across)),
    };
  }

  #at = (tile: number): [number, number] => [tile % this.#columns, Math.floor(tile / this.#columns)];

  /** The tiles of the largest group. */
  #largest(): readonly number[] {
    const isLeft = Array.from(this.#counts, (count) => count >= LEAST_EDGES);
    let largest: readonly number[] = [];
    for (let start = 0; start < isLeft.length; start++) {
      if (!isLeft[start]) continue;
      const group = this.#group(start, isLeft);
      if (group.length > largest.length) largest = group;
    }
    return largest;
  }

  #group(start: number, isLeft: boolean[]): readonly number[] {
    const group = [start];
    isLeft[start] = false;
    for (const tile of group) {
      const [x, y] = this.#at(tile);
      for (let row = Math.max(0, y - GAP); row <= Math.min(this.#rows - 1, y + GAP); row++) {
        for (let column = Math.max(0, x - GAP); column <= Math.min(this.#columns - 1, x + GAP); column++) {
          const next = row * this.#columns + column;
          if (!isLeft[next]) continue;
          isLeft[next] = false;
          group.push(next);
        }
      }
    }
    return group;
  }
}

/** From where to where a thing reaches, line by line. */
interface Spans {
  readonly first: number;
  readonly last: number;
  readonly from: Float64Array;
  readonly to: Float64Array;
}

function spans(tiles: readonly number[], lines: number, at: (tile: number) => [number, number]): Spans {
  const from = new Float64Array(lines).fill(Number.POSITIVE_INFINITY);
  const to = new Float64Array(lines).fill(Number.NEGATIVE_INFINITY);
  let [first, last] = [lines, 0];
  for (const tile of tiles) {
    const [line, across] = at(tile);
    from[line] = Math.min(from[line]!, across);
    to[line] = Math.max(to[line]!, across + 1);
    first = Math.min(first, line);
    last = Math.max(last, line);
  }
  return { first, last, from, to };
}

/**
 * By how many degrees the two sides that these lines end at are off parallel. Lines near the first and the
 * last end at corners.
 */
function skewOf({ first, last, from, to }: Spans): number {
  const line = (share: number) => Math.round(first + (last - first) * share);
  const [start, end] = [line(0.3), line(0.7)];
  const angleOf = (edge: Float64Array) => {
    const angle = (Math.atan2(edge[end]! - edge[start]!, Math.max(1, end - start)) * 180) / Math.PI;
    return Number.isFinite(angle) ? angle : 0;
  };
  return Math.abs(angleOf(from) - angleOf(to));
}
