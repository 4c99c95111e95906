import type { FromEngine, ToEngine, Work } from "../messages.ts";

/** The offers that an engine has made and that are not answered yet. */
export class Offers {
  readonly #send: (message: FromEngine) => void;
  readonly #waiting = new Map<number, (value: unknown) => void>();
  #made = 0;

  constructor(send: (message: FromEngine) => void) {
    this.#send = send;
  }

  /** Offers a part of a run to an idle engine. Undefined where no engine was idle, or its attempt failed. */
  make(run: number, work: Work): Promise<unknown> {
    const offer = ++this.#made;
    return new Promise((resolve) => {
      this.#waiting.set(offer, resolve);
      this.#send({ kind: "offer", run, offer, work });
    });
  }

  settle(message: Extract<ToEngine, { readonly offer: number }>): void {
    this.#waiting.get(message.offer)?.(message.kind === "offer_done" ? message.value : undefined);
    this.#waiting.delete(message.offer);
  }
}
