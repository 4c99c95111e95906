import { createConnection, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Tensor } from "../../runtime/tensors.ts";
import { FAILURES, GpuWorkerError, type GpuWorkerInfo } from "../messages.ts";
import { encode, type Frame, frame } from "./frames.ts";
import { framesFrom, sendFrames } from "./pieces.ts";

/** Milliseconds between two attempts to reach a GPU worker that does not listen. */
const RETRY = 20;
/** Bytes of the largest output of a model. */
const LARGEST = 64 * 1024 * 1024;
/**
 * Connections to each lane of a GPU worker. While a model runs, the GPU worker reads from none of them, and
 * the system buffers about 200 KB for each. With a single connection the third item would still be on this
 * side when the next batch begins.
 */
const LINES = 8;

/** One connection, and how many items are on their way by it. */
interface Line {
  readonly socket: Socket;
  load: number;
}

/** An item on its way, and the outputs that have come back. */
interface PendingItem {
  readonly line: Line;
  /** How many outputs the model has. */
  readonly count: number;
  readonly outputs: Tensor[];
  resolve(outputs: readonly Tensor[]): void;
  reject(error: GpuWorkerError): void;
}

/**
 * The connections of a worker to one GPU worker. They are all reopened if one of them breaks, because a GPU
 * worker's lanes die together: an item that one lane lost must not go to a lane that is about to fail.
 */
export class GpuWorkerLink {
  /** The GPU worker's report of its models. */
  readonly info: Promise<GpuWorkerInfo>;
  readonly #lanes: readonly string[];
  readonly #pending = new Map<number, PendingItem>();
  readonly #closing = new AbortController();
  readonly #knowing = Promise.withResolvers<GpuWorkerInfo>();
  #said: string | undefined;
  /** Lines on which the GPU worker has reported its models. */
  #lines: readonly Line[] = [];
  #waitingUp = Promise.withResolvers<this>();
  #items = 0;

  /** `lanes`: the socket of each. */
  constructor(lanes: readonly string[]) {
    this.#lanes = lanes;
    this.info = this.#knowing.promise;
    void this.#keepConnected();
  }

  /** True if connected to a GPU worker that runs what the first one ran. */
  get up(): boolean {
    return this.#lines.length > 0;
  }

  /** Items on their way. */
  get load(): number {
    return this.#pending.size;
  }

  /**
   * Resolves when the GPU worker is up; throws GpuWorkerError gpu_worker_lost after this many milliseconds.
   */
  async whenUp(patience: number): Promise<this> {
    const waiting = new AbortController();
    const { signal } = waiting;
    const tooLong = sleep(patience, undefined, { signal }).then(() => {
      throw new GpuWorkerError("gpu_worker_lost", "no GPU worker came back in time");
    });
    try {
      return await Promise.race([this.#waitingUp.promise, tooLong]);
    } finally {
      tooLong.catch(() => undefined);
      waiting.abort();
    }
  }

  /** The outputs of one item, which come in their order. Throws GpuWorkerError. */
  ask(model: number, count: number, tensor: Tensor, deadline: number): Promise<readonly Tensor[]> {
    if (!this.up) throw lost();
    const line = this.#lines.reduce((least, each) => (each.load < least.load ? each : least));
    this.#items = (this.#items + 1) >>> 0;
    const item = this.#items;
    return new Promise((resolve, reject) => {
      this.#pending.set(item, { line, count, outputs: [], resolve, reject });
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
   * Resolves when the connections have ended: all with the first, since a GPU worker that is dead on one of
   * them must not get the same item again by another.
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
        // Workers start with different lanes, so that all lanes are used even if each worker sends little.
        const path = this.#lanes[(process.pid + sockets.length) % this.#lanes.length]!;
        const line: Line = { socket: createConnection({ path, onread }), load: 0 };
        line.socket.on("error", end).once("close", end);
        sockets.push(line.socket);
      };
      // A GPU worker that is not there is tried by one connection, and the others follow when it has
      // answered.
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
    const pending = this.#pending.get(item);
    if (pending === undefined) return;
    if (kind === "failure") {
      const code = FAILURES[index] ?? "frame_invalid";
      this.#settle(item, pending).reject(new GpuWorkerError(code, `the GPU worker answered ${code}`));
    } else if (pending.outputs.push(tensor) === pending.count)
      this.#settle(item, pending).resolve(pending.outputs);
  }

  #settle(item: number, pending: PendingItem): PendingItem {
    this.#pending.delete(item);
    pending.line.load--;
    return pending;
  }

  /** Another bundle makes other templates: a worker must not mix the answers of two bundles. */
  #meets(line: Line, said: string): boolean {
    this.#said ??= said;
    if (said !== this.#said) {
      line.socket.destroy();
      return false;
    }
    this.#knowing.resolve(JSON.parse(said) as GpuWorkerInfo);
    this.#lines = [...this.#lines, line];
    this.#waitingUp.resolve(this);
    return true;
  }

  #lose(): void {
    if (this.up) this.#waitingUp = Promise.withResolvers();
    this.#lines = [];
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(lost());
  }
}

const lost = () => new GpuWorkerError("gpu_worker_lost", "the GPU worker that ran the item died");
