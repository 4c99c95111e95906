import { leftUntil } from "../core/clock.ts";

/** How long an answer is cached: probes call every few seconds, other clients as often as they like. */
const BELIEVED_MS = 1_000;
/** A probe older than this is treated as lost, and another one may run. */
const ASKING_MS = 10_000;

/**
 * This isolate's last answer about its readiness. `/health` has neither a credential nor a limit, and must
 * not be a way to keep the database busy. At most one call a second runs the probe; meanwhile the others get
 * the previous answer. The answer is stored, not its promise, which would make one request depend on another
 * one's connection.
 */
export class Readiness {
  readonly #clock: () => number;
  #heard: { readonly failure: { readonly error: unknown } | null; readonly until: number } | null = null;
  #askedUntil = 0;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Returns or throws what `ask` did, at this call or within the last second. */
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
