import type { Decodable } from "../imaging/decode.ts";
import { ImageRefusedError } from "../imaging/upload/refusal.ts";
import { DecoderLostError, DecoderProcess } from "./decoder-process.ts";

/** How long somebody waits for a picture. */
interface Patience {
  readonly secondsLeft: number;
  /** Aborts when no caller waits any more. */
  readonly signal: AbortSignal;
}

/** Processes that a picture may end without its limits: a host without memory ends innocent ones, too. */
const ATTEMPTS = 2;
/** Milliseconds behind a deadline, so that whoever then asks for it finds it passed. */
const GRACE = 20;

/**
 * Decodes in processes of its own, one picture in each at a time. One waits for the next picture; another one
 * is begun only where a picture comes while one is decoded, and ends with that.
 */
export class Decoders {
  #waiting: DecoderProcess | undefined = new DecoderProcess();
  readonly #working = new Set<DecoderProcess>();

  /** Rejects where decoders cannot begin here. */
  static async open(): Promise<Decoders> {
    const decoders = new Decoders();
    await decoders.#waiting!.opened;
    return decoders;
  }

  get pids(): number[] {
    return [this.#waiting, ...this.#working].flatMap((each) => each?.pid ?? []);
  }

  /**
   * Throws `ImageRefusedError`: `not_processable` for a picture that takes more than its limits. Throws
   * `DecoderLostError` once no caller waits any more.
   */
  async decode(picture: Decodable, { secondsLeft, signal }: Patience): Promise<Uint8Array> {
    const deadline = new AbortController();
    const abandon = () => deadline.abort();
    const timer = setTimeout(abandon, Math.min(1_000 * secondsLeft, 2 ** 30) + GRACE);
    signal.addEventListener("abort", abandon, { once: true });
    if (signal.aborted) abandon();
    try {
      return await this.#attempt(picture, deadline.signal);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", abandon);
    }
  }

  close(): void {
    for (const each of [this.#waiting, ...this.#working]) each?.kill();
    this.#waiting = undefined;
  }

  async #attempt(picture: Decodable, abandoned: AbortSignal): Promise<Uint8Array> {
    for (let attempt = 1; ; attempt++) {
      const decoder = this.#take();
      try {
        await decoder.opened;
        return await decoder.decode(picture, abandoned);
      } catch (error) {
        if (error instanceof ImageRefusedError || abandoned.aborted) throw error;
        if (attempt < ATTEMPTS) continue;
        if (!(error instanceof DecoderLostError)) throw error;
        throw new ImageRefusedError("not_processable", { cause: error });
      } finally {
        this.#giveBack(decoder);
      }
    }
  }

  #take(): DecoderProcess {
    const decoder = this.#waiting?.alive === true ? this.#waiting : new DecoderProcess();
    this.#waiting = undefined;
    this.#working.add(decoder);
    return decoder;
  }

  /** Keeps one: a new one where this one has ended, so that the next picture need not wait for its start. */
  #giveBack(decoder: DecoderProcess): void {
    this.#working.delete(decoder);
    if (this.#waiting?.alive === true) decoder.kill();
    else this.#waiting = decoder.alive ? decoder : new DecoderProcess();
  }
}
