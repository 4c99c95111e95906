import { createServer, type Server, type Socket } from "node:net";
import { encode, type Frame, frame, hostClock } from "../connection/frames.ts";
import { framesFrom, sendFrames, withReads } from "../connection/pieces.ts";
import { type BatchRun, type Bucket, FAILURES, GpuWorkerError, type GpuWorkerInfo } from "../messages.ts";
import { Batcher } from "./batcher.ts";
import type { Answer, GpuModel } from "./model.ts";

/** Items that may wait, of all workers together: each worker has few at a time. */
const QUEUE_LIMIT = 1_024;
/** Bytes of answers that a worker may leave unread before its connection ends. */
const UNREAD_LIMIT = 64 * 1024 * 1024;

/** An item that waits for its model. */
interface Waiting {
  readonly socket: Socket;
  readonly frame: Frame;
  readonly deadline: number;
  readonly arrived: number;
}

interface GpuWorkerServerEvents {
  ran(batch: BatchRun): void;
  /** A session failed; its answers cannot be trusted from now on. */
  broken(error: unknown): void;
}

/** A model with the times of its batch sizes. */
interface Served {
  readonly model: GpuModel;
  readonly buckets: readonly Bucket[];
}

/**
 * Answers the items of inference workers over a Unix socket. While a model runs, this thread is blocked and
 * items queue in the connections. They are read afterwards, and form the next batch.
 */
export class GpuWorkerServer {
  readonly #models: readonly GpuModel[];
  readonly #hello: Frame;
  readonly #batcher: Batcher<Waiting>;
  readonly #events: GpuWorkerServerEvents;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Chains the runs: models share the thread, and a model's batches share its memory. */
  #lane: Promise<unknown> = Promise.resolve();
  #isTurnDue = false;

  constructor(served: readonly Served[], info: GpuWorkerInfo, events: GpuWorkerServerEvents) {
    this.#models = served.map(({ model }) => model);
    const data = new TextEncoder().encode(JSON.stringify(info));
    this.#hello = frame("hello", { tensor: { data, dims: [data.length] } });
    this.#batcher = new Batcher(
      served.map(({ buckets }) => buckets),
      QUEUE_LIMIT,
    );
    this.#events = events;
    this.#server = createServer({ pauseOnConnect: true }, (accepted) => this.#welcome(accepted));
  }

  /** Items that are in no batch yet. */
  get waiting(): number {
    return this.#batcher.length;
  }

  listen(path: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(path, resolve);
    });
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Runs something on the models between two batches. */
  between<Result>(task: () => Promise<Result>): Promise<Result> {
    const done = this.#lane.then(task);
    this.#lane = done.catch(() => undefined);
    return done;
  }

  #welcome(accepted: Socket): void {
    const largest = Math.max(...this.#models.map(({ itemBytes }) => itemBytes));
    const take = (frame: Frame) => this.#accept(socket, frame);
    const socket = withReads(
      accepted,
      framesFrom(largest, take, () => socket.destroy()),
    );
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    // The fleet notices when a worker dies in the middle of its item.
    socket.on("error", () => socket.destroy());
    send(socket, this.#hello);
  }

  #accept(socket: Socket, frame: Frame): void {
    const model = this.#models[frame.index];
    if (frame.kind !== "item" || model === undefined)
      throw new GpuWorkerError("frame_invalid", "no such item");
    const waiting = { socket, frame, deadline: frame.deadline, arrived: hostClock() };
    if (!model.takes(frame.tensor)) fail(socket, frame, "input_invalid");
    else if (this.#batcher.add(frame.index, waiting)) this.#plan();
    else fail(socket, frame, "overloaded");
  }

  /** The next turn comes after all readable data was read. */
  #plan(): void {
    if (this.#isTurnDue) return;
    this.#isTurnDue = true;
    const begin = () => {
      if (this.#batcher.expectsMore(hostClock())) setImmediate(begin);
      else this.between(() => this.#turn()).catch((error) => this.#events.broken(error));
    };
    setImmediate(begin);
  }

  async #turn(): Promise<void> {
    this.#isTurnDue = false;
    const { late, batch } = this.#batcher.take(hostClock());
    for (const { socket, frame } of late) fail(socket, frame, "late");
    if (batch === undefined) return;
    const model = this.#models[batch.model]!;
    const since = hostClock();
    const answers = await model.run(
      batch.items.map(({ frame }) => frame.tensor),
      batch.size,
    );
    batch.items.forEach(({ socket, frame }, i) => {
      reply(socket, frame, answers[i]!);
    });
    const waited = since - Math.min(...batch.items.map(({ arrived }) => arrived));
    const took = hostClock() - since;
    this.#batcher.ran(batch.items.length, took, hostClock());
    this.#events.ran({
      model: model.info.task,
      items: batch.items.length,
      waited: waited / 1_000,
      took: took / 1_000,
    });
    if (this.#batcher.length > 0) this.#plan();
  }
}

function reply(socket: Socket, { item }: Frame, answer: Answer): void {
  if (answer instanceof GpuWorkerError) send(socket, failure(item, answer.code));
  else send(socket, ...answer.map((tensor, index) => frame("output", { item, index, tensor })));
}

const fail = (socket: Socket, { item }: Frame, code: GpuWorkerError["code"]): void =>
  send(socket, failure(item, code));

const failure = (item: number, code: GpuWorkerError["code"]): Frame =>
  frame("failure", { item, index: (FAILURES as readonly string[]).indexOf(code) });

function send(socket: Socket, ...frames: readonly Frame[]): void {
  if (socket.destroyed) return;
  sendFrames(socket, frames.flatMap(encode));
  if (socket.writableLength > UNREAD_LIMIT) socket.destroy();
}
