const MINUTE = 60_000;

interface Entry {
  readonly at: number;
  readonly run: () => void;
}

/**
 * Virtual time: future events in order; events of the same moment run in the order of
 * insertion.
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

  /** Runs the next event; false if none is left. */
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
