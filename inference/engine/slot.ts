import type { Progress, Script } from "../processes/child.ts";
import { type BackOff, Keeper } from "../processes/keeper.ts";
import { EngineProcess, type TakeOffer, type Until } from "./engine-process.ts";
import type { PackInfo, Work } from "./messages.ts";

const BACK_OFF: BackOff = { first: 100, most: 10_000, youth: 10_000 };

export interface SlotEvents {
  progress(progress: Progress): unknown;
  /** The engine is ready for its next request: it has opened its pack, or done one. */
  idle(): void;
  opened(slot: EngineSlot, pack: PackInfo): void;
  lost(slot: EngineSlot, reason: string): void;
}

/** Pieces of work that an engine may have: one that it does, and one that is put aside for that. */
const MOST_WORKS = 2;

/** One engine that is kept alive. It does one piece of work at a time, the one that came last. */
export class EngineSlot {
  readonly #keeper: Keeper<EngineProcess, PackInfo>;
  #works = 0;

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
    return this.#works === 0 && this.takesMore;
  }

  get busy(): boolean {
    return this.#works > 0;
  }

  /** Whether it can put aside what it does, if anything, for other work. */
  get takesMore(): boolean {
    return this.up && this.#works < MOST_WORKS;
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

  async run(work: Work, takeOffer: TakeOffer, until: Until): Promise<unknown> {
    const engine = this.#keeper.process;
    if (engine === undefined || !this.takesMore) throw new Error("the slot has no engine for this work");
    this.#works++;
    try {
      return await engine.run(work, takeOffer, until);
    } finally {
      this.#works--;
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
