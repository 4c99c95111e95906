import type { Decodable } from "../imaging/decode.ts";
import { ImageRefusedError } from "../imaging/upload/refusal.ts";
import { DecoderLostError, DecoderProcess } from "./decoder-process.ts";

/** How long a caller waits for an image. */
interface Patience {
  readonly secondsLeft: number;
  /** Aborts when no caller waits any more. */
  readonly signal: AbortSignal;
}

/**
 * Processes that one image may crash without exceeding its limits: a host that runs out of memory also kills
 * innocent ones.
 */
const ATTEMPTS = 2;
/** Milliseconds after a deadline, so that a later check finds that it has passed. */
const GRACE = 20;

/** Decodes one image at a time in a process of its own, which is replaced when it ends. */
export class KeptDecoder {
  #process = new DecoderProcess();

  /** Rejects if decoders cannot start on this machine. */
  static async open(): Promise<KeptDecoder> {
    const decoder = new KeptDecoder();
    await decoder.#process.opened;
    return decoder;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /**
   * Throws `ImageRefusedError`: `not_processable` for an image that takes more than its limits. Throws
   * `DecoderLostError` once no caller waits any more.
   */
  async decode(image: Decodable, { secondsLeft, signal }: Patience): Promise<Uint8Array> {
    const deadline = new AbortController();
    const abandon = () => deadline.abort();
    const timer = setTimeout(abandon, Math.min(1_000 * secondsLeft, 2 ** 30) + GRACE);
    signal.addEventListener("abort", abandon, { once: true });
    if (signal.aborted) abandon();
    try {
      return await this.#attempt(image, deadline.signal);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", abandon);
    }
  }

  close(): void {
    this.#process.kill();
  }

  async #attempt(image: Decodable, abandoned: AbortSignal): Promise<Uint8Array> {
    for (let attempt = 1; ; attempt++) {
      const decoder = this.#living();
      try {
        await decoder.opened;
        return await decoder.decode(image, abandoned);
      } catch (error) {
        if (error instanceof ImageRefusedError || abandoned.aborted) throw error;
        if (attempt < ATTEMPTS) continue;
        if (!(error instanceof DecoderLostError)) throw error;
        throw new ImageRefusedError("not_processable", { cause: error });
      } finally {
        // The next image need not wait for the start of another process.
        this.#living();
      }
    }
  }

  #living(): DecoderProcess {
    if (!this.#process.alive) this.#process = new DecoderProcess();
    return this.#process;
  }
}
