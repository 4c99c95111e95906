import { readFileSync } from "node:fs";
import { KeptDecoder } from "#inference/decoder/kept-decoder.ts";
import { readUploadFile } from "#inference/forensics/upload/upload-file.ts";
import { decodeImage } from "#inference/imaging/decode.ts";
import { ImageRefusedError } from "#inference/imaging/upload/refusal.ts";

/** An image's cost in the decoder's process and in this one, which represents its worker. */
export interface Cost {
  readonly outcome: string;
  /** Processor time of both. */
  readonly seconds: number;
  /** Of the one that grew more. */
  readonly megabytes: number;
}

/** Ticks of `/proc/PID/stat` in a second. */
const TICKS = 100;
const EVERY = 10;

/** Decodes as a worker does, and measures. */
export class DecodingProbe {
  readonly #decoder: KeptDecoder;
  /** Megabytes of a process before its first image. */
  readonly #idle: number;

  private constructor(decoder: KeptDecoder) {
    this.#decoder = decoder;
    this.#idle = statusOf(decoder.pid!).megabytes;
  }

  static async open(): Promise<DecodingProbe> {
    return new DecodingProbe(await KeptDecoder.open());
  }

  close(): void {
    this.#decoder.close();
  }

  async decode(content: Uint8Array): Promise<Cost> {
    const pid = this.#decoder.pid!;
    const [ownIdle, own] = [ownMegabytes(), process.cpuUsage()];
    const before = statusOf(pid).seconds;
    let [megabytes, seconds] = [0, before];
    const look = () => {
      const now = statusOf(pid);
      megabytes = Math.max(megabytes, now.megabytes - this.#idle, ownMegabytes() - ownIdle);
      seconds = Math.max(seconds, now.seconds);
    };
    const looking = setInterval(look, EVERY);
    const outcome = await this.#outcome(content);
    clearInterval(looking);
    look();
    const { user, system } = process.cpuUsage(own);
    return { outcome, seconds: (user + system) / 1e6 + seconds - before, megabytes };
  }

  /** Rejected by its code, or decoded to as many samples as its size says; anything else is a defect. */
  async #outcome(content: Uint8Array): Promise<string> {
    const patience = { secondsLeft: 60, signal: new AbortController().signal };
    try {
      const image = await decodeImage(content, (each) => this.#decoder.decode(each, patience));
      await readUploadFile(content);
      const { width, height, data } = image;
      return data.length === width * height * 3 ? "decoded" : "decoded to a wrong length";
    } catch (error) {
      return error instanceof ImageRefusedError ? error.reason : `threw ${error}`;
    }
  }
}

const ownMegabytes = () => process.memoryUsage.rss() / 1e6;

/** Zero for a process that has ended. */
function statusOf(pid: number) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    return {
      seconds: (Number(fields[11]) + Number(fields[12])) / TICKS,
      megabytes: (Number(fields[21]) * 4_096) / 1e6,
    };
  } catch {
    return { seconds: 0, megabytes: 0 };
  }
}
