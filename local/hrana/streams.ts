import { randomBytes } from "node:crypto";
import { Connections } from "./connections.ts";
import { Housekeeping } from "./housekeeping.ts";
import { HranaStream } from "./stream.ts";
import { WriteLine } from "./write-line.ts";

export interface StreamLimits {
  /** Milliseconds after which an unused stream is closed and its transaction rolled back. */
  readonly idleMs: number;
  /** Milliseconds that a statement waits for the write lock before it answers SQLITE_BUSY. */
  readonly patienceMs: number;
}

export const STREAM_LIMITS: StreamLimits = { idleMs: 10_000, patienceMs: 12_000 };

/** The open streams by their batons. A baton is random and valid once. */
export class Streams {
  readonly #connections: Connections;
  readonly #limits: StreamLimits;
  readonly #line: WriteLine;
  readonly #housekeeping: Housekeeping;
  readonly #idle = new Map<string, { stream: HranaStream; timer: NodeJS.Timeout }>();

  constructor(file: string, limits: StreamLimits) {
    this.#housekeeping = new Housekeeping(file);
    this.#connections = new Connections(file);
    this.#limits = limits;
    this.#line = new WriteLine(limits.patienceMs);
  }

  open(): HranaStream {
    return new HranaStream(this.#connections, this.#line, () => this.#housekeeping.emptyLog());
  }

  /** The stream under this baton; undefined for a baton that expired, is in use or was never issued. */
  take(baton: string): HranaStream | undefined {
    const entry = this.#idle.get(baton);
    if (entry === undefined) return undefined;
    clearTimeout(entry.timer);
    this.#idle.delete(baton);
    return entry.stream;
  }

  /**
   * Lets the stream wait for its next request; returns the baton for it, or null when the stream is closed.
   */
  park(stream: HranaStream): string | null {
    if (!stream.isOpen) return null;
    const baton = randomBytes(24).toString("base64url");
    const timer = setTimeout(() => this.take(baton)?.close(), this.#limits.idleMs);
    this.#idle.set(baton, { stream, timer });
    return baton;
  }

  /** To be called after requests: they may have written. */
  written(): void {
    this.#housekeeping.written();
  }

  /** Closes the streams that no request uses, and rolls back their transactions. */
  closeIdle(): void {
    for (const baton of [...this.#idle.keys()]) this.take(baton)?.close();
  }

  /** Closes everything; call it when no request is under way. */
  close(): void {
    this.closeIdle();
    this.#connections.close();
    this.#housekeeping.close();
  }
}
