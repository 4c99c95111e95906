import { createConnection, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Tensor } from "../../runtime/tensors.ts";
import { DeviceError, type DeviceInfo, FAILURES } from "../messages.ts";
import { encode, type Frame, frame } from "./frames.ts";
import { framesFrom, sendFrames } from "./pieces.ts";

/** Milliseconds between two attempts to reach a device that does not listen. */
const RETRY = 20;
/** Bytes of the largest output of a model. */
const LARGEST = 64 * 1024 * 1024;
/**
 * Connections to each lane of a device. While a model runs nobody reads them, and the system holds some 200
 * KB of each: with one alone the third item would still be here when the next batch begins.
 */
const LINES = 8;

/** One connection, and how many items are on their way by it. */
interface Line {
  readonly socket: Socket;
  load: number;
}

/** An item on its way, and the outputs that have come back. */
interface Asked {
  readonly line: Line;
  /** How many outputs the model has. */
  readonly count: number;
  readonly outputs: Tensor[];
  resolve(outputs: readonly Tensor[]): void;
  reject(error: DeviceError): void;
}

/**
 * What connects an engine to one device, made anew as a whole whenever a part of it breaks: a device's lanes
 * die together, and an item that one of them has lost must not be sent to another that is about to be found
 * dead.
 */
export class DeviceLink {
  /** What the device said that it runs, once it did. */
  readonly info: Promise<DeviceInfo>;
  readonly #lanes: readonly string[];
  readonly #asked = new Map<number, Asked>();
  readonly #closing = new AbortController();
  readonly #knowing = Promise.withResolvers<DeviceInfo>();
  #said: string | undefined;
  /** Those on which the device has said what it runs. */
  #lines: readonly Line[] = [];
  #waitingUp = Promise.withResolvers<this>();
  #items = 0;

  /** `lanes`: the socket of each. */
  constructor(lanes: readonly string[]) {
    this.#lanes = lanes;
    this.info = this.#knowing.promise;
    void this.#keepConnected();
  }

  /** Connected to a device that runs what the first one ran. */
  get up(): boolean {
    return this.#lines.length > 0;
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
  ask(model: number, count: number, tensor: Tensor, deadline: number): Promise<readonly Tensor[]> {
    if (!this.up) throw lost();
    const line = this.#lines.reduce((least, each) => (each.load < least.load ? each : least));
    this.#items = (this.#items + 1) >>> 0;
    const item = this.#items;
    return new Promise((resolve, reject) => {
      this.#asked.set(item, { line, count, outputs: [], resolve, reject });
      line.load++;
      sendFrames(line.socket, encode(frame("item", { index: model, item, deadline, tensor })));
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

  /**
   * Resolves when the connections have ended: all with the first, since a device that is dead on one of them
   * must not get the same item again by another.
   */
  #connect(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const sockets: Socket[] = [];
      const end = () => {
        if (sockets.length === 0) return;
        signal.removeEventListener("abort", end);
        for (const socket of sockets.splice(0)) socket.destroy();
        this.#lose();
        resolve();
      };
      const open = () => {
        const take = (each: Frame) => this.#receive(line, each, met);
        const onread = framesFrom(LARGEST, take, end);
        // Engines begin with different lanes, so that all are used while each engine asks for little.
        const path = this.#lanes[(process.pid + sockets.length) % this.#lanes.length]!;
        const line: Line = { socket: createConnection({ path, onread }), load: 0 };
        line.socket.on("error", end).once("close", end);
        sockets.push(line.socket);
      };
      // A device that is not there is tried by one connection, and the others follow when it has answered.
      const met = (line: Line) => {
        if (sockets[0] !== line.socket) return;
        for (let more = 1; more < LINES * this.#lanes.length; more++) open();
      };
      signal.addEventListener("abort", end, { once: true });
      open();
    });
  }

  #receive(line: Line, { kind, index, item, tensor }: Frame, met: (line: Line) => void): void {
    if (kind === "hello") {
      if (this.#meets(line, Buffer.from(tensor.data as Uint8Array).toString())) met(line);
      return;
    }
    const asked = this.#asked.get(item);
    if (asked === undefined) return;
    if (kind === "failure") {
      const code = FAILURES[index] ?? "frame_invalid";
      this.#settle(item, asked).reject(new DeviceError(code, `the device answered ${code}`));
    } else if (asked.outputs.push(tensor) === asked.count) this.#settle(item, asked).resolve(asked.outputs);
  }

  #settle(item: number, asked: Asked): Asked {
    this.#asked.delete(item);
    asked.line.load--;
    return asked;
  }

  /** Another pack makes other templates: an engine must not take its answers for the first one's. */
  #meets(line: Line, said: string): boolean {
    this.#said ??= said;
    if (said !== this.#said) {
      line.socket.destroy();
      return false;
    }
    this.#knowing.resolve(JSON.parse(said) as DeviceInfo);
    this.#lines = [...this.#lines, line];
    this.#waitingUp.resolve(this);
    return true;
  }

  #lose(): void {
    if (this.up) this.#waitingUp = Promise.withResolvers();
    this.#lines = [];
    const asked = [...this.#asked.values()];
    this.#asked.clear();
    for (const { reject } of asked) reject(lost());
  }
}

const lost = () => new DeviceError("device_lost", "the device that ran the item died");
