import { ApiError } from "../errors.ts";

const POLL_MS = 20;
/** An upload that has waited this long for room is refused: the caller does better to try again. */
const PATIENCE_MS = 20_000;
/** An upload reserves its declared length for this long, and then only the bytes that have arrived. */
const EXPECTED_MS = 2_000;
/** Longer than any call takes that is still alive. */
const LAPSE_MS = 90_000;

/** One upload's room. */
export interface UploadHold {
  /** Tells how many bytes have arrived in all. */
  received(bytes: number): void;
  release(): void;
}

interface Reservation {
  readonly expected: number;
  readonly since: number;
  received: number;
}

const NO_HOLD: UploadHold = { received() {}, release() {} };

/**
 * How many bytes of uploads an isolate holds at once, since it has 128 MB for all its requests together and
 * an upload costs about twice its size. Those beyond it wait with their bodies unread, which holds their
 * senders back.
 *
 * A hold lapses: workerd ends the handler of a caller that hung up without running the rest of it. Waiters
 * poll: there, one request may not wait for another's promise.
 */
export class UploadBudget {
  readonly #holds = new Set<Reservation>();
  readonly #capacity: number;
  readonly #clock: () => number;

  /** @param capacity bytes held at once; an upload over it goes alone */
  constructor(capacity: number, clock: () => number) {
    this.#capacity = capacity;
    this.#clock = clock;
  }

  /** Makes room for an upload of so many bytes; undefined when they do not fit now. */
  take(expected: number): UploadHold | undefined {
    const now = this.#clock();
    let held = 0;
    for (const hold of this.#holds) {
      if (now >= hold.since + LAPSE_MS) this.#holds.delete(hold);
      else held += now < hold.since + EXPECTED_MS ? Math.max(hold.expected, hold.received) : hold.received;
    }
    if (held > 0 && held + expected > this.#capacity) return undefined;
    const hold: Reservation = { expected, since: now, received: 0 };
    this.#holds.add(hold);
    return {
      received: (bytes) => {
        hold.received = bytes;
      },
      release: () => void this.#holds.delete(hold),
    };
  }

  /**
   * Makes room for a body as soon as it fits. `declared` is its Content-Length; a body that declares none
   * goes alone, and one over `largest` bytes is left to its reader to refuse. Throws 503 when it would have
   * to wait too long.
   */
  async admit(declared: string | undefined, largest: number): Promise<UploadHold> {
    const bytes = /^\d+$/.test(declared ?? "") ? Number(declared) : this.#capacity;
    if (bytes > largest) return NO_HOLD;
    const deadline = this.#clock() + PATIENCE_MS;
    for (;;) {
      const hold = this.take(bytes);
      if (hold !== undefined) return hold;
      if (this.#clock() >= deadline) {
        throw new ApiError("service_unavailable", "Too many uploads at once.", { retryAfter: 2 });
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}
