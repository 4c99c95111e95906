import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import type { Decodable } from "../imaging/decode.ts";
import { unreadable } from "../imaging/upload/refusal.ts";
import { childEnvironment } from "../processes/child.ts";
import { ANSWER_HEADER, CONNECTION, HELLO, OUTCOMES, REQUEST_HEADER } from "./messages.ts";

/** The process ended during decoding for another reason than its own limits or a stop by its owner. */
export class DecoderLostError extends Error {
  override readonly name = "DecoderLostError";
}

/** Bytes of a message that says why there are no pixels. */
const MESSAGE_MAX = 64 * 1024;

/** One process that decodes one image at a time. */
export class DecoderProcess {
  /** Rejects if the process cannot start. */
  readonly opened: Promise<void>;
  readonly #child: ChildProcess;
  readonly #connection: Duplex;
  readonly #pieces: AsyncIterator<Buffer>;
  #left: Buffer = Buffer.alloc(0);
  #isAlive = true;

  constructor() {
    // Decoding uses one thread. Threads for the compiler or the garbage collector would not pay off.
    const options = ["--single-threaded", "--max-semi-space-size=1"];
    this.#child = spawn(process.execPath, [...options, join(import.meta.dirname, "decoder.ts")], {
      env: { ...childEnvironment(), UV_THREADPOOL_SIZE: "1" },
      stdio: ["ignore", 2, 2, "pipe"],
    });
    this.#connection = this.#child.stdio[CONNECTION] as Duplex;
    // A connection error also ends the process, and that end is reported.
    this.#connection.on("error", () => this.kill());
    this.#pieces = this.#connection[Symbol.asyncIterator]();
    // A process that cannot be spawned has no `exit`, but an `error`.
    for (const end of ["exit", "error"]) this.#child.once(end, () => this.kill());
    this.opened = this.#open();
    // The error reaches those who await `opened`; without a handler Node would end this process.
    this.opened.catch(() => undefined);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get alive(): boolean {
    return this.#isAlive;
  }

  /**
   * Decodes an image; ends the process if `abandoned` aborts first. Throws `ImageRefusedError` for an image
   * that cannot be read or needs too much, and `DecoderLostError` if the process ended.
   */
  async decode({ file, width, height }: Decodable, abandoned: AbortSignal): Promise<Uint8Array> {
    const stop = () => this.kill();
    abandoned.addEventListener("abort", stop, { once: true });
    if (abandoned.aborted) stop();
    try {
      const request = Buffer.alloc(REQUEST_HEADER);
      for (const [i, value] of [file.length, width, height].entries()) request.writeUInt32LE(value, 4 * i);
      this.#connection.write(request);
      this.#connection.write(file);
      const header = await this.#read(ANSWER_HEADER);
      const [outcome, length] = [OUTCOMES[header.readUInt8(0)], header.readUInt32LE(1)];
      if (outcome === "decoded" && length === width * height * 3) return await this.#read(length);
      if (outcome === "unreadable" && length <= MESSAGE_MAX) {
        throw unreadable((await this.#read(length)).toString());
      }
      this.kill();
      throw unreadable(`the decoder ended: ${outcome}`, "not_processable");
    } finally {
      abandoned.removeEventListener("abort", stop);
    }
  }

  kill(): void {
    this.#isAlive = false;
    this.#child.kill("SIGKILL");
  }

  async #open(): Promise<void> {
    const hello = await this.#read(1).catch(() => undefined);
    if (hello?.[0] !== HELLO) throw new Error("the decoder's process cannot begin");
  }

  /** The next bytes that the process says. */
  async #read(length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(length);
    for (let filled = 0; filled < length; ) {
      if (this.#left.length === 0) {
        const { value, done } = await this.#pieces.next();
        if (done === true) {
          this.kill();
          throw new DecoderLostError("the decoder's process ended");
        }
        this.#left = value;
      }
      const copied = this.#left.copy(bytes, filled);
      this.#left = this.#left.subarray(copied);
      filled += copied;
    }
    return bytes;
  }
}
