import { readFileSync, writeFileSync } from "node:fs";
import { ImageRefusedError } from "../../../inference/imaging/upload/refusal.ts";
import { CPU } from "../../../inference/runtime/session.ts";
import { WorkerFailure } from "../../../inference/workers/failure.ts";
import type { Work } from "../../../inference/workers/messages.ts";
import { WorkerProcess, workerScript } from "../../../inference/workers/worker-process.ts";
import { MODELS_DIR } from "../../../test/harness/inference/process.ts";

/** Ticks of `/proc/PID/stat` in a second, on every Linux that Node.js runs on. */
const TICKS = 100;

/** Cost of one call for a worker. */
export interface CallCost {
  /** Processor time of the process and of its decoders, all threads. */
  readonly seconds: number;
  readonly wallSeconds: number;
  /**
   * Peak resident memory during the call, over that of the worker with its models loaded, before its first
   * call.
   */
  readonly megabytes: number;
  readonly outcome: "answered" | "refused" | WorkerFailure["kind"];
}

/** A real inference worker, as the service starts it, whose calls are measured. It runs until `close`. */
export class WorkerProbe {
  readonly #worker: WorkerProcess;
  readonly #idle: number;

  private constructor(worker: WorkerProcess) {
    this.#worker = worker;
    this.#idle = this.#megabytes("VmRSS");
  }

  static async open(): Promise<WorkerProbe> {
    const script = workerScript({ modelsDir: MODELS_DIR, session: CPU, gpuWorkers: [] });
    const worker = new WorkerProcess(script, () => {});
    await worker.opened;
    return new WorkerProbe(worker);
  }

  get #pid(): number {
    return this.#worker.pid!;
  }

  async run(work: Work, within: number): Promise<CallCost> {
    // Linux forgets the peak of before (proc(5), clear_refs).
    for (const pid of this.#pids()) writeFileSync(`/proc/${pid}/clear_refs`, "5");
    const [before, since] = [this.#seconds(), performance.now()];
    const outcome = await this.#worker
      .run(work, { deadline: since + within, abandoned: new AbortController().signal })
      .then(() => "answered" as const, outcomeOf);
    const wallSeconds = (performance.now() - since) / 1_000;
    if (outcome === "worker_lost")
      return { seconds: Number.NaN, wallSeconds, megabytes: Number.NaN, outcome };
    const megabytes = this.#megabytes("VmHWM") - this.#idle;
    return { seconds: this.#seconds() - before, wallSeconds, megabytes, outcome };
  }

  async close(): Promise<void> {
    this.#worker.kill();
    await this.#worker.ended;
  }

  #megabytes(field: "VmRSS" | "VmHWM"): number {
    const kilobytes = this.#pids().map((pid) => {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0);
    });
    return kilobytes.reduce((sum, each) => sum + each, 0) / 1_024;
  }

  #seconds(): number {
    const ticks = this.#pids().map((pid) => {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
      // Of decoders that have ended as well.
      const spent = pid === this.#pid ? [11, 12, 13, 14] : [11, 12];
      return spent.reduce((sum, i) => sum + Number(fields[i]), 0);
    });
    return ticks.reduce((sum, each) => sum + each, 0) / TICKS;
  }

  /** The worker and its decoders. */
  #pids(): number[] {
    const children = readFileSync(`/proc/${this.#pid}/task/${this.#pid}/children`, "utf8");
    return [this.#pid, ...children.split(" ").filter(Boolean).map(Number)];
  }
}

function outcomeOf(error: unknown): CallCost["outcome"] {
  if (error instanceof ImageRefusedError) return "refused";
  if (error instanceof WorkerFailure) return error.kind;
  throw error;
}
