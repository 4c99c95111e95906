import { Figures } from "./figures.ts";

/** What an isolate knows of itself. */
export class Instance {
  readonly figures = new Figures();
  /** Whether its process is about to stop, so that calls should go elsewhere. */
  isLeaving = false;
  /** Whether something was erased since it began, of which its process's memory may still hold a part. */
  hasErased = false;
  #sending = 0;

  /** Whether nothing is under way that the end of its process would delay or cut off. */
  get isQuiet(): boolean {
    return this.figures.inFlight === 0 && this.#sending === 0;
  }

  /** Does work that no call waits for, such as the sending of webhooks. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.#sending++;
    try {
      return await work;
    } finally {
      this.#sending--;
    }
  }
}

/**
 * This isolate's own. It is no part of the services: those are opened by bindings, and each entrypoint of the
 * Worker has an object of these for itself.
 */
export const instance = new Instance();
