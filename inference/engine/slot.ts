import type { Progress, Script } from "../processes/child.ts";
import { type BackOff, Keeper } from "../processes/keeper.ts";
import { EngineProcess } from "./engine-process.ts";
import type { Until } from "./job.ts";
import type { PackInfo, Work } from "./messages.ts";

const BACK_OFF: BackOff = { first: 100, most: 10_000, youth: 10_000 };

export interface SlotEvents {
  progress(progress: Progress): unknown;
  /** The engine is ready for its next request: it has opened its pack, or done one. */
  idle(): void;
  opened(slot: EngineSlot, pack: PackInfo): void;
  lost(slot: EngineSlot, reason: string): void;
}

/** One engine that is kept alive. It does one piece of work at a time. */
export class EngineSlot {
  readonly #keeper: Keeper<EngineProcess, PackInfo>;
  #busy = false;

  constructor(script: Script, events: SlotEvents) {
    const begin = () => new EngineProcess(script, (progress) => events.progress(progress));
    this.#keeper = new Keeper(begin, BACK_OFF, {
      opened: (pack: PackInfo) => {
        events.opened(this, pack);
        events.idle();
      },
      lost: (reason) => events.lost(this, reason),
    });
  }

  get up(): boolean {
    return this.#keeper.up;
  }

  get idle(): boolean {
    return this.up && !this.#busy;
  }

  get busy(): boolean {
    return this.#busy;
  }

  get pid(): number | undefined {
    return this.#keeper.process?.pid;
  }

  get restarts(): number {
    return this.#keeper.restarts;
  }

  get failedStarts(): number {
    return this.#keeper.failedStarts;
  }

  open(): Promise<void> {
    return this.#keeper.open();
  }

  async run(work: Work, until: Until): Promise<unknown> {
    const engine = this.#keeper.process;
    if (engine === undefined || !this.idle) throw new Error("the slot has no idle engine");
    this.#busy = true;
    try {
      return await engine.run(work, until);
    } finally {
      this.#busy = false;
    }
  }

  /** Kills the engine; another takes its place. */
  kill(): void {
    this.#keeper.kill();
  }

  close(): Promise<void> {
    return this.#keeper.close();
  }
}
