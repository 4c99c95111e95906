import { createConnection, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Tensor } from "../../runtime/tensors.ts";
import { DeviceError, FAILURES } from "../errors.ts";
import type { DeviceInfo } from "../messages.ts";
import { encode, type Frame, FrameReader, frame } from "./frames.ts";

/** Milliseconds between two attempts to reach a device that does not listen. */
const RETRY = 20;
/** Bytes of the largest output of a net. */
const LARGEST = 64 * 1024 * 1024;

/** An item on its way, and the outputs that have come back. */
interface Asked {
  /** How many outputs the net has. */
  readonly count: number;
  readonly outputs: Tensor[];
  resolve(outputs: readonly Tensor[]): void;
  reject(error: DeviceError): void;
}

/** A connection to one device, made anew whenever it breaks. */
export class DeviceLink {
  /** What the device said that it runs, once it did. */
  readonly info: Promise<DeviceInfo>;
  readonly #path: string;
  readonly #asked = new Map<number, Asked>();
  readonly #closing = new AbortController();
  readonly #knowing = Promise.withResolvers<DeviceInfo>();
  #said: string | undefined;
  #socket: Socket | undefined;
  #waitingUp = Promise.withResolvers<this>();
  #items = 0;

  constructor(path: string) {
    this.#path = path;
    this.info = this.#knowing.promise;
    void this.#keepConnected();
  }

  /** Connected to a device that runs what the first one ran. */
  get up(): boolean {
    return this.#socket !== undefined;
  }

  /** Items on their way. */
  get load(): number {
    return this.#asked.size;
  }

  /** Resolves when the device is up; throws DeviceError device_lost after so many milliseconds. */
  async whenUp(patience: number): Promise<this> {
    const waiting = new AbortController();
    const { signal } = waiting;
    const tooLong = sleep(patience, undefined, { signal }).then(() => {
      throw new DeviceError("device_lost", "no device came back in time");
    });
    try {
      return await Promise.race([this.#waitingUp.promise, tooLong]);
    } finally {
      tooLong.catch(() => undefined);
      waiting.abort();
    }
  }

  /** The outputs of one item, which come in their order. Throws DeviceError. */
  ask(net: number, count: number, tensor: Tensor, deadline: number): Promise<readonly Tensor[]> {
    const socket = this.#socket;
    if (socket === undefined) throw lost();
    this.#items = (this.#items + 1) >>> 0;
    const item = this.#items;
    return new Promise((resolve, reject) => {
      this.#asked.set(item, { count, outputs: [], resolve, reject });
      socket.cork();
      for (const part of encode(frame("item", { index: net, item, deadline, tensor }))) socket.write(part);
      socket.uncork();
    });
  }

  close(): void {
    this.#closing.abort();
  }

  async #keepConnected(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.#connect(signal);
      await sleep(RETRY, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Resolves when the connection has ended. */
  #connect(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const socket = createConnection(this.#path);
      const reader = new FrameReader(LARGEST);
      const end = () => void socket.destroy();
      signal.addEventListener("abort", end, { once: true });
      socket.on("error", end);
      socket.on("data", (piece) => {
        try {
          for (const each of reader.read(piece)) this.#receive(socket, each);
        } catch (error) {
          if (!(error instanceof DeviceError)) throw error;
          end();
        }
      });
      socket.once("close", () => {
        signal.removeEventListener("abort", end);
        this.#lose();
        resolve();
      });
    });
  }

  #receive(socket: Socket, { kind, index, item, tensor }: Frame): void {
    const asked = this.#asked.get(item);
    if (kind === "hello") this.#meet(socket, Buffer.from(tensor.data as Uint8Array).toString());
    else if (asked === undefined) return;
    else if (kind === "failure") {
      this.#asked.delete(item);
      const code = FAILURES[index] ?? "frame_invalid";
      asked.reject(new DeviceError(code, `the device answered ${code}`));
    } else if (asked.outputs.push(tensor) === asked.count) {
      this.#asked.delete(item);
      asked.resolve(asked.outputs);
    }
  }

  #meet(socket: Socket, said: string): void {
    this.#said ??= said;
    // Another pack makes other templates: an engine must not take its answers for the first one's.
    if (said !== this.#said) return void socket.destroy();
    this.#knowing.resolve(JSON.parse(said) as DeviceInfo);
    this.#socket = socket;
    this.#waitingUp.resolve(this);
  }

  #lose(): void {
    if (this.#socket !== undefined) this.#waitingUp = Promise.withResolvers();
    this.#socket = undefined;
    const asked = [...this.#asked.values()];
    this.#asked.clear();
    for (const { reject } of asked) reject(lost());
  }
}

const lost = () => new DeviceError("device_lost", "the device that ran the item died");
