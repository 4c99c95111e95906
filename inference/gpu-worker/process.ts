import { renameSync, rmSync } from "node:fs";
import { Child, childEnvironment, type OpeningProcess, type Progress } from "../processes/child.ts";
import type {
  BatchRun,
  BatchTimes,
  FromGpuWorker,
  GpuWorkerInfo,
  GpuWorkerStart,
  ToGpuWorker,
} from "./messages.ts";
import type { GpuWorkerPlace } from "./settings.ts";

/** Milliseconds between two canaries, and in which one must have answered: a hung GPU blocks its process. */
const PROBE = { every: 30_000, within: 10_000 } as const;

interface GpuWorkerProcessEvents {
  progress(progress: Progress): unknown;
  ran(batch: BatchRun): void;
  timed(times: BatchTimes): void;
}

/** One GPU worker, which is killed when a canary is late. It listens on sockets of its own. */
export class GpuWorkerProcess implements OpeningProcess<GpuWorkerInfo> {
  readonly opened: Promise<GpuWorkerInfo>;
  readonly ended: Promise<string>;
  readonly #child: Child<GpuWorkerInfo, FromGpuWorker, ToGpuWorker>;
  readonly #events: GpuWorkerProcessEvents;
  readonly #sockets: readonly string[];
  readonly #probing: NodeJS.Timeout;
  #late: NodeJS.Timeout | undefined;
  #fault: string | undefined;

  constructor(start: GpuWorkerStart, place: GpuWorkerPlace, events: GpuWorkerProcessEvents) {
    const script = { path: `${import.meta.dirname}/gpu-worker.ts`, argument: JSON.stringify(start) };
    this.#events = events;
    this.#sockets = start.sockets;
    this.#child = new Child(
      script,
      { ...childEnvironment(), ...place.environment },
      {
        progress: events.progress,
        message: (message) => this.#receive(message),
      },
    );
    this.opened = this.#child.opened;
    this.#probing = setInterval(() => this.#probe(), PROBE.every).unref();
    this.ended = this.#child.ended.then((reason) => {
      clearInterval(this.#probing);
      clearTimeout(this.#late);
      for (const socket of this.#sockets) rmSync(socket, { force: true });
      return this.#fault ?? reason;
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get ready(): boolean {
    return this.#child.ready;
  }

  /** New connections to these paths reach this process from now on, and not the one before. */
  takeOver(paths: readonly string[]): void {
    for (const [lane, path] of paths.entries()) renameSync(this.#sockets[lane]!, path);
  }

  kill(): void {
    this.#child.kill();
  }

  #probe(): void {
    if (!this.ready || this.#late !== undefined) return;
    this.#child.send({ kind: "probe" });
    this.#late = setTimeout(() => this.#end("its canary is late"), PROBE.within).unref();
  }

  #end(fault: string): void {
    this.#fault = fault;
    this.kill();
  }

  #receive(message: FromGpuWorker): void {
    switch (message.kind) {
      case "timed":
        this.#events.timed(message.times);
        break;
      case "well":
        clearTimeout(this.#late);
        this.#late = undefined;
        break;
      case "broken":
        this.#end(message.message);
        break;
      case "batches":
        for (const batch of message.batches) this.#events.ran(batch);
    }
  }
}
