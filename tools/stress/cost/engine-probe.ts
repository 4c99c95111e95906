import { readFileSync, writeFileSync } from "node:fs";
import { EngineProcess, engineScript } from "../../../inference/engine/engine-process.ts";
import { EngineFailure } from "../../../inference/engine/failure.ts";
import type { Work } from "../../../inference/engine/messages.ts";
import { ImageRefusedError } from "../../../inference/imaging/upload/refusal.ts";
import { CPU } from "../../../inference/runtime/session.ts";
import { MODELS_DIR } from "../../../test/harness/inference/process.ts";

/** Ticks of `/proc/PID/stat` in a second, on every Linux that Node.js runs on. */
const TICKS = 100;

/** What one call took of an engine. */
export interface CallCost {
  /** Processor time of the process, all threads. */
  readonly seconds: number;
  readonly wallSeconds: number;
  /**
   * Peak resident memory during the call, over that of the engine with its nets loaded, before its first
   * call.
   */
  readonly megabytes: number;
  readonly outcome: "answered" | "refused" | EngineFailure["kind"];
}

/** A real engine process, as the service starts it, whose calls are measured. It runs until `close`. */
export class EngineProbe {
  readonly #engine: EngineProcess;
  readonly #idle: number;

  private constructor(engine: EngineProcess) {
    this.#engine = engine;
    this.#idle = this.#megabytes("VmRSS");
  }

  static async open(): Promise<EngineProbe> {
    const script = engineScript({ modelsDir: MODELS_DIR, session: CPU, devices: [] });
    const engine = new EngineProcess(script, () => {});
    await engine.opened;
    return new EngineProbe(engine);
  }

  get pid(): number {
    return this.#engine.pid!;
  }

  async run(work: Work, within: number, abandoned = new AbortController().signal): Promise<CallCost> {
    // Linux forgets the peak of before (proc(5), clear_refs).
    writeFileSync(`/proc/${this.pid}/clear_refs`, "5");
    const [before, since] = [this.#seconds(), performance.now()];
    const outcome = await this.#engine
      .run(work, () => undefined, { deadline: since + within, abandoned })
      .then(() => "answered" as const, outcomeOf);
    const wallSeconds = (performance.now() - since) / 1_000;
    if (outcome === "engine_lost")
      return { seconds: Number.NaN, wallSeconds, megabytes: Number.NaN, outcome };
    const megabytes = this.#megabytes("VmHWM") - this.#idle;
    return { seconds: this.#seconds() - before, wallSeconds, megabytes, outcome };
  }

  async close(): Promise<void> {
    this.#engine.kill();
    await this.#engine.ended;
  }

  #megabytes(field: "VmRSS" | "VmHWM"): number {
    const status = readFileSync(`/proc/${this.pid}/status`, "utf8");
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)![1]) / 1_024;
  }

  #seconds(): number {
    const fields = readFileSync(`/proc/${this.pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  }
}

function outcomeOf(error: unknown): CallCost["outcome"] {
  if (error instanceof ImageRefusedError) return "refused";
  if (error instanceof EngineFailure) return error.kind;
  throw error;
}
