import { EventEmitter } from "node:events";
import type { Progress, Script } from "../processes/child.ts";
import { areHopeless, type BackOff, Keeper } from "../processes/keeper.ts";
import { EngineProcess } from "./engine-process.ts";
import { EngineFailure } from "./failure.ts";
import type { Until } from "./job.ts";
import type { PackInfo, Work } from "./messages.ts";

interface FleetEvents {
  /** How far the first engine is with the models; the others find them prepared. */
  progress: [progress: Progress];
  engine_ready: [pid: number | undefined];
  engine_lost: [pid: number | undefined, reason: string];
  /** Engines that are up, whenever their number changes. */
  up: [count: number];
  /** An engine has nothing to do. */
  idle: [];
  /** No engine can be started; the process should say why and end. */
  hopeless: [reason: string];
}

/** A fixed number of engine processes; another is started for one that dies. */
export class EngineFleet extends EventEmitter<FleetEvents> {
  readonly #slots: readonly EngineSlot[];
  #pack: PackInfo | undefined;

  constructor(script: Script, engines: number) {
    super();
    this.#slots = Array.from({ length: engines }, () => this.#slot(script));
  }

  /**
   * Starts the first engine alone, so that models are converted once, then the others. Rejects with why the
   * first cannot open; the others are started again until they do.
   */
  async start(): Promise<void> {
    const [first, ...others] = this.#slots;
    await first?.open();
    await Promise.allSettled(others.map((slot) => slot.open()));
  }

  /** Ends every engine for good. */
  async close(): Promise<void> {
    await Promise.all(this.#slots.map((slot) => slot.close()));
  }

  /** The pack that the engines have open. Throws EngineFailure `stopping` before the first has opened it. */
  get pack(): PackInfo {
    if (this.#pack === undefined)
      throw new EngineFailure("stopping", "no inference worker has opened its model bundle yet");
    return this.#pack;
  }

  /** An engine that is up and has nothing to do. */
  get idle(): EngineSlot | undefined {
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

  #slot(script: Script): EngineSlot {
    const begin = () =>
      new EngineProcess(script, (progress) => this.#pack === undefined && this.emit("progress", progress));
    const slot: EngineSlot = new EngineSlot(begin, BACK_OFF, {
      opened: (pack) => {
        this.#pack = pack;
        this.emit("engine_ready", slot.pid);
        this.emit("up", this.up);
        this.emit("idle");
      },
      lost: (reason) => {
        this.emit("engine_lost", slot.pid, reason);
        this.emit("up", this.up);
        if (areHopeless(this.#slots)) this.emit("hopeless", reason);
      },
    });
    return slot;
  }
}

const BACK_OFF: BackOff = { first: 100, most: 10_000, youth: 10_000 };

/** One engine that is kept alive. It does one piece of work at a time. */
export class EngineSlot extends Keeper<EngineProcess, PackInfo> {
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
    if (this.process === undefined || !this.idle) throw new Error("the slot has no idle engine");
    this.#busy = true;
    try {
      return await this.process.run(work, until);
    } finally {
      this.#busy = false;
    }
  }
}
