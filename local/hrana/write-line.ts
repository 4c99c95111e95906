const POLL_MS = 50;

/**
 * The line in which statements wait for the write lock, first come first served. libSQL itself would sleep in
 * the only thread there is, so that the holder could never finish.
 */
export class WriteLine {
  readonly #waiting: { wake: (() => void) | undefined }[] = [];
  readonly #patienceMs: number;

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /** Wakes the head of the line: some transaction has ended. */
  released(): void {
    this.#waiting[0]?.wake?.();
  }

  /** Runs `attempt` each time it may succeed, until it is done; undefined when the patience ended first. */
  async wait<Outcome extends { done: boolean }>(
    attempt: () => Outcome,
  ): Promise<Extract<Outcome, { done: true }> | undefined> {
    const place: { wake: (() => void) | undefined } = { wake: undefined };
    const deadline = Date.now() + this.#patienceMs;
    this.#waiting.push(place);
    try {
      while (Date.now() < deadline) {
        // The poll is for a lock held by another process, of which nobody tells us.
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, POLL_MS);
          place.wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        place.wake = undefined;
        if (this.#waiting[0] !== place) continue;
        const outcome = attempt();
        if (outcome.done) return outcome as Extract<Outcome, { done: true }>;
      }
      return undefined;
    } finally {
      this.#waiting.splice(this.#waiting.indexOf(place), 1);
    }
  }
}
