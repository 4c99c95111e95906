import { leftUntil } from "../core/clock.ts";

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
  #heard: { readonly failure: { readonly error: unknown } | null; readonly until: number } | null = null;
  #askedUntil = 0;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Returns when `ask` did, and throws what it threw, at this call or within the last second. */
  async assert(ask: () => Promise<void>): Promise<void> {
    const now = this.#clock();
    const isFresh = leftUntil(this.#heard?.until ?? 0, BELIEVED_MS, now) > 0;
    const isAsked = leftUntil(this.#askedUntil, ASKING_MS, now) > 0;
    if (this.#heard === null || !(isFresh || isAsked)) await this.#ask(ask, now);
    const failure = this.#heard?.failure;
    if (failure) throw failure.error;
  }

  async #ask(ask: () => Promise<void>, now: number): Promise<void> {
    this.#askedUntil = now + ASKING_MS;
    const failure = await ask().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    this.#heard = { failure, until: this.#clock() + BELIEVED_MS };
    this.#askedUntil = 0;
  }
}
