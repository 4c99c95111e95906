const MINUTE = 60_000;

interface Entry {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/**
 * Virtual time: what is to happen, in order; what is entered for the same moment happens in the order of
 * entering.
 */
export class Agenda {
  now: number;
  #order = 0;
  readonly #heap: Entry[] = [];

  constructor(now: number) {
    this.now = now;
  }

  at(time: number, run: () => void): void {
    const heap = this.#heap;
    const entry = { at: Math.max(time, this.now), order: this.#order++, run };
    let i = heap.push(entry) - 1;
    while (i > 0 && isBefore(entry, heap[(i - 1) >> 1]!)) {
      heap[i] = heap[(i - 1) >> 1]!;
      i = (i - 1) >> 1;
    }
    heap[i] = entry;
  }

  /** Lets the next thing happen; false when nothing is left. */
  step(): boolean {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (first === undefined || last === undefined) return false;
    if (heap.length > 0) this.#sink(last);
    this.now = first.at;
    first.run();
    return true;
  }

  #sink(entry: Entry): void {
    const heap = this.#heap;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
      if (!isBefore(heap[child]!, entry)) break;
      heap[i] = heap[child]!;
      i = child;
    }
    heap[i] = entry;
  }
}

const isBefore = (a: Entry, b: Entry) => a.at < b.at || (a.at === b.at && a.order < b.order);

/** The first full minute after a time. */
export const nextMinute = (time: number) => Math.ceil((time + 1) / MINUTE) * MINUTE;
