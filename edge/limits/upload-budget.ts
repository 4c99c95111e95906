import { ApiError } from "../errors.ts";

const POLL_MS = 20;
/** An upload that has waited this long is refused: the caller should retry instead. */
const PATIENCE_MS = 20_000;
/** An upload reserves its declared length for this long, and then only the bytes that have arrived. */
const EXPECTED_MS = 2_000;
/** Longer than any live call takes. */
const LAPSE_MS = 90_000;

/** One upload's reservation. */
export interface UploadHold {
  /** Reports the total number of bytes that have arrived. */
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
 * Limits the bytes of uploads that an isolate buffers at once: the isolate has 128 MB for all its requests,
 * and an upload costs about twice its size. Further uploads wait with their bodies unread, which slows their
 * senders down.
 *
 * A reservation expires, because workerd stops the handler of a disconnected caller without running its
 * cleanup. Waiters poll, because on workerd one request may not wait for another's promise.
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

  /** Reserves room for an upload of this many bytes; undefined when the room does not suffice now. */
  take(expected: number): UploadHold | undefined {
    const now = this.#clock();
    let reserved = 0;
    for (const hold of this.#holds) {
      if (now >= hold.since + LAPSE_MS) this.#holds.delete(hold);
      else
        reserved += now < hold.since + EXPECTED_MS ? Math.max(hold.expected, hold.received) : hold.received;
    }
    if (reserved > 0 && reserved + expected > this.#capacity) return undefined;
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
   * Reserves room for a body as soon as it fits. `declared` is its Content-Length. A body without a declared
   * length is admitted only alone; a body over `largest` bytes is admitted at once, because its reader
   * refuses it. Throws 503 after `PATIENCE_MS`.
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
