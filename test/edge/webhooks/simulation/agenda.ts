const MINUTE = 60_000;

interface Entry {
  readonly at: number;
  readonly run: () => void;
}

/**
 * Virtual time: what is to happen, in order; what is entered for the same moment happens in the order of
 * entering.
 */
export class Agenda {
  now: number;
  /** The next comes last. */
  readonly #entries: Entry[] = [];

  constructor(now: number) {
    this.now = now;
  }

  at(time: number, run: () => void): void {
    const entry = { at: Math.max(time, this.now), run };
    const later = this.#entries.findLastIndex(({ at }) => at > entry.at);
    this.#entries.splice(later + 1, 0, entry);
  }

  /** Lets the next thing happen; false when nothing is left. */
  step(): boolean {
    const next = this.#entries.pop();
    if (next === undefined) return false;
    this.now = next.at;
    next.run();
    return true;
  }
}

/** The first full minute after a time. */
export const nextMinute = (time: number) => Math.ceil((time + 1) / MINUTE) * MINUTE;
