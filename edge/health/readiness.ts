/** How long an answer is believed: probes ask every few seconds, others as often as they like. */
const BELIEVED_MS = 1_000;
/** By then an asker has its answer, or it has gone: another one may ask. */
const ASKING_MS = 10_000;

/**
 * What this isolate heard last of whether it is ready. `/health` has neither a credential nor a limit, and it
 * must not be a way to keep the database busy: one caller a second asks, and while that one waits the others
 * are told what was heard before. A value is kept and never a promise, which would make one request depend on
 * another one's connection.
 */
export class Readiness {
  readonly #clock: () => number;
  #heard: { readonly failure: { readonly error: unknown } | null; readonly at: number } | null = null;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Returns when `ask` did, and throws what it threw, at this call or within the last second. */
  async assert(ask: () => Promise<void>): Promise<void> {
    const now = this.#clock();
    const isFresh = this.#heard !== null && now - this.#heard.at < BELIEVED_MS;
    const isAsked = now - this.#askedAt < ASKING_MS;
    if (this.#heard === null || !(isFresh || isAsked)) await this.#ask(ask, now);
    const failure = this.#heard?.failure;
    if (failure) throw failure.error;
  }

  async #ask(ask: () => Promise<void>, now: number): Promise<void> {
    this.#askedAt = now;
    const failure = await ask().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    this.#heard = { failure, at: this.#clock() };
    this.#askedAt = Number.NEGATIVE_INFINITY;
  }
}
