import { EventEmitter } from "node:events";
import type { Progress, Script } from "../processes/child.ts";
import { areHopeless, type BackOff, Keeper } from "../processes/keeper.ts";
import { WorkerFailure } from "./failure.ts";
import type { Until } from "./job.ts";
import type { BundleInfo, Work } from "./messages.ts";
import { WorkerProcess } from "./worker-process.ts";

interface FleetEvents {
  /** Progress of the first worker in preparing the models; the others find them prepared. */
  progress: [progress: Progress];
  worker_ready: [pid: number | undefined];
  worker_lost: [pid: number | undefined, reason: string];
  /** Workers that are up, whenever their number changes. */
  up: [count: number];
  /** A worker is idle. */
  idle: [];
  /** No worker can be started; the process should say why and end. */
  hopeless: [reason: string];
}

/** A fixed number of inference workers; a worker that dies is replaced. */
export class WorkerFleet extends EventEmitter<FleetEvents> {
  readonly #slots: readonly WorkerSlot[];
  #bundle: BundleInfo | undefined;

  constructor(script: Script, workers: number) {
    super();
    this.#slots = Array.from({ length: workers }, () => this.#slot(script));
  }

  /**
   * Starts the first worker alone, so that models are converted once, then the others. Rejects with the
   * reason if the first cannot open; the others are restarted until they do.
   */
  async start(): Promise<void> {
    const [first, ...others] = this.#slots;
    await first?.open();
    await Promise.allSettled(others.map((slot) => slot.open()));
  }

  /** Ends every worker for good. */
  async close(): Promise<void> {
    await Promise.all(this.#slots.map((slot) => slot.close()));
  }

  /**
   * The bundle that the workers have open. Throws WorkerFailure `stopping` before the first has opened it.
   */
  get bundle(): BundleInfo {
    if (this.#bundle === undefined)
      throw new WorkerFailure("stopping", "no inference worker has opened its model bundle yet");
    return this.#bundle;
  }

  /** A worker that is up and idle. */
  get idle(): WorkerSlot | undefined {
    return this.#slots.find(({ idle }) => idle);
  }

  get running(): number {
    return this.#slots.filter(({ busy }) => busy).length;
  }

  get up(): number {
    return this.#slots.filter(({ up }) => up).length;
  }

  get restarts(): number {
    return this.#slots.reduce((sum, { restarts }) => sum + restarts, 0);
  }

  get pids(): number[] {
    return this.#slots.flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  }

  #slot(script: Script): WorkerSlot {
    const begin = () =>
      new WorkerProcess(script, (progress) => this.#bundle === undefined && this.emit("progress", progress));
    const slot: WorkerSlot = new WorkerSlot(begin, BACK_OFF, {
      opened: (bundle) => {
        this.#bundle = bundle;
        this.emit("worker_ready", slot.pid);
        this.emit("up", this.up);
        this.emit("idle");
      },
      lost: (reason) => {
        this.emit("worker_lost", slot.pid, reason);
        this.emit("up", this.up);
        if (areHopeless(this.#slots)) this.emit("hopeless", reason);
      },
    });
    return slot;
  }
}

const BACK_OFF: BackOff = { first: 100, most: 10_000, youth: 10_000 };

/** One supervised worker. It runs one piece of work at a time. */
export class WorkerSlot extends Keeper<WorkerProcess, BundleInfo> {
  #busy = false;

  get busy(): boolean {
    return this.#busy;
  }

  get idle(): boolean {
    return this.up && !this.#busy;
  }

  get pid(): number | undefined {
    return this.process?.pid;
  }

  async run(work: Work, until: Until): Promise<unknown> {
    if (this.process === undefined || !this.idle) throw new Error("the slot has no idle worker");
    this.#busy = true;
    try {
      return await this.process.run(work, until);
    } finally {
      this.#busy = false;
    }
  }
}
