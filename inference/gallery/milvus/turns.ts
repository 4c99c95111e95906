interface Line {
  /** The last writer: whoever comes waits for it. */
  writing: Promise<unknown>;
  /** Those who read since. */
  readonly reading: Set<Promise<unknown>>;
}

/** By name, readers side by side and writers alone, in the order in which they came. */
export class Turns {
  readonly #lines = new Map<string, Line>();

  read<T>(name: string, work: () => Promise<T>): Promise<T> {
    const line = this.#line(name);
    const done = line.writing.then(work);
    const settled = done.then(ignore, ignore).finally(() => {
      line.reading.delete(settled);
      this.#tidy(name, line);
    });
    line.reading.add(settled);
    return done;
  }

  write<T>(name: string, work: () => Promise<T>): Promise<T> {
    const line = this.#line(name);
    const done = Promise.all([line.writing, ...line.reading]).then(work);
    const settled = done.then(ignore, ignore).finally(() => {
      if (line.writing !== settled) return;
      line.writing = NOBODY;
      this.#tidy(name, line);
    });
    line.writing = settled;
    return done;
  }

  #line(name: string): Line {
    const line = this.#lines.get(name) ?? { writing: NOBODY, reading: new Set() };
    this.#lines.set(name, line);
    return line;
  }

  /** Forgets a line in which nobody stands any more. */
  #tidy(name: string, line: Line): void {
    if (line.writing === NOBODY && line.reading.size === 0) this.#lines.delete(name);
  }
}

const NOBODY = Promise.resolve();
const ignore = () => {};
