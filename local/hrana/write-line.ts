const POLL_MS = 50;

/**
 * The queue of statements that wait for the write lock, first come first served. libSQL's own wait would
 * block the only thread, so that the holder could never finish.
 */
export class WriteLine {
  readonly #waiting: { wake: (() => void) | undefined }[] = [];
  readonly #patienceMs: number;

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /** Wakes the head of the queue, since a transaction has ended. */
  released(): void {
    this.#waiting[0]?.wake?.();
  }

  /** Runs `attempt` each time it may succeed, until it is done; undefined when time ran out. */
  async wait<Outcome extends { done: boolean }>(
    attempt: () => Outcome,
  ): Promise<Extract<Outcome, { done: true }> | undefined> {
    const place: { wake: (() => void) | undefined } = { wake: undefined };
    const deadline = performance.now() + this.#patienceMs;
    this.#waiting.push(place);
    try {
      while (performance.now() < deadline) {
        // Polls as well, since the end of another process's lock gives no notification.
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
