import type { FromEngine, ToEngine, Work } from "./messages.ts";

/** An engine's side of offering: what it has offered and heard nothing of yet. */
export class Offers {
  readonly #send: (message: FromEngine) => void;
  readonly #waiting = new Map<number, (value: unknown) => void>();
  #made = 0;

  constructor(send: (message: FromEngine) => void) {
    this.#send = send;
  }

  /**
   * The result by an engine that had nothing to do; undefined where no engine was idle, or its work came to
   * nothing. Never rejects.
   */
  make(work: Work): Promise<unknown> {
    const offer = ++this.#made;
    return new Promise((resolve) => {
      this.#waiting.set(offer, resolve);
      this.#send({ kind: "offer", offer, work });
    });
  }

  settle(message: Exclude<ToEngine, { readonly kind: "run" }>): void {
    this.#waiting.get(message.offer)?.(message.kind === "helped" ? message.value : undefined);
    this.#waiting.delete(message.offer);
  }
}
