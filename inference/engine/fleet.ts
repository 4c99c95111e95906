import { EventEmitter } from "node:events";
import type { Progress, Script } from "../processes/child.ts";
import { areHopeless } from "../processes/keeper.ts";
import { EngineFailure } from "./failure.ts";
import type { PackInfo } from "./messages.ts";
import { EngineSlot, type SlotEvents } from "./slot.ts";

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
    this.#slots = Array.from({ length: engines }, () => new EngineSlot(script, this.#slotEvents()));
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
    if (this.#pack === undefined) throw new EngineFailure("stopping", "no engine has opened its pack yet");
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

  #slotEvents(): SlotEvents {
    return {
      progress: (progress) => this.#pack === undefined && this.emit("progress", progress),
      idle: () => this.emit("idle"),
      opened: (slot, pack) => {
        this.#pack = pack;
        this.emit("engine_ready", slot.pid);
        this.emit("up", this.up);
      },
      lost: (slot, reason) => {
        this.emit("engine_lost", slot.pid, reason);
        this.emit("up", this.up);
        if (areHopeless(this.#slots)) this.emit("hopeless", reason);
      },
    };
  }
}
