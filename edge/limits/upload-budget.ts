import { ApiError } from "../errors.ts";

const POLL_MS = 20;
/** Beyond this a caller is better served by trying again. */
const PATIENCE_MS = 20_000;
/** Longer than any call takes that is still alive. */
const LAPSE_MS = 90_000;

/**
 * How many bytes of uploads an isolate holds at once, since it has 128 MB for all its requests together and an upload
 * costs about twice its size. Those beyond it wait with their bodies unread, which holds their senders back.
 *
 * A hold lapses: workerd ends the handler of a caller that hung up without running the rest of it. Waiters poll: there,
 * one request may not wait for another's promise.
 */
export class UploadBudget {
  readonly #holds = new Map<symbol, { readonly bytes: number; readonly until: number }>();
  readonly #capacity: number;
  readonly #clock: () => number;

  /** @param capacity bytes; an upload of this size is still admitted, alone */
  constructor(capacity: number, clock: () => number) {
    this.#capacity = capacity;
    this.#clock = clock;
  }

  /** Holds the bytes until the returned function is called; undefined when they do not fit now. */
  take(bytes: number): (() => void) | undefined {
    const now = this.#clock();
    let held = 0;
    for (const [holder, hold] of this.#holds) {
      if (hold.until <= now) this.#holds.delete(holder);
      else held += hold.bytes;
    }
    if (held + bytes > this.#capacity) return undefined;
    const holder = Symbol();
    this.#holds.set(holder, { bytes, until: now + LAPSE_MS });
    return () => void this.#holds.delete(holder);
  }

  /**
   * Holds the bytes of a body as soon as they fit. `declared` is its Content-Length; a body that declares none counts as
   * the largest, and one that is larger is left to its reader to refuse. Throws 503 when it would have to wait too long.
   */
  async admit(declared: string | undefined): Promise<() => void> {
    const bytes = /^\d+$/.test(declared ?? "") ? Number(declared) : this.#capacity;
    if (bytes > this.#capacity) return () => {};
    const deadline = this.#clock() + PATIENCE_MS;
    for (;;) {
      const release = this.take(bytes);
      if (release !== undefined) return release;
      if (this.#clock() >= deadline) {
        throw new ApiError("service_unavailable", "Too many uploads at once.", { retryAfter: 2 });
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}
