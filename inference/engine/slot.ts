import type { Progress, Script } from "../processes/child.ts";
import { type BackOff, Keeper } from "../processes/keeper.ts";
import type { Replaceable } from "../processes/replacements.ts";
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
export class EngineSlot implements Replaceable {
  readonly #keeper: Keeper<EngineProcess, PackInfo>;
  readonly #events: SlotEvents;
  #works = 0;
  #hasWorked = false;
  /** Resolves when its work has ended; it takes no more, since another engine is about to take its place. */
  #leaving: PromiseWithResolvers<void> | undefined;

  constructor(script: Script, events: SlotEvents) {
    this.#events = events;
    const begin = () => new EngineProcess(script, (progress) => events.progress(progress));
    this.#keeper = new Keeper(begin, BACK_OFF, {
      opened: (pack: PackInfo) => {
        this.#hasWorked = false;
        this.#leaving = undefined;
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
    return this.up && this.#works < MOST_WORKS && this.#leaving === undefined;
  }

  get pid(): number | undefined {
    return this.#keeper.process?.pid;
  }

  get restarts(): number {
    return this.#keeper.restarts;
  }

  get replacements(): number {
    return this.#keeper.replacements;
  }

  get hasWorked(): boolean {
    return this.#hasWorked;
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
    this.#hasWorked = true;
    try {
      return await engine.run(work, takeOffer, until);
    } finally {
      this.#works--;
      if (this.#works === 0) this.#leaving?.resolve();
    }
  }

  /** Gives its place to a new engine when that one is open, and the work of this one done. */
  async replace(): Promise<void> {
    try {
      await this.#keeper.replace(() => this.#leave());
    } finally {
      this.#leaving = undefined;
      if (this.idle) this.#events.idle();
    }
  }

  /** Kills the engine; another takes its place. */
  kill(): void {
    this.#keeper.kill();
  }

  close(): Promise<void> {
    return this.#keeper.close();
  }

  #leave(): Promise<void> {
    this.#leaving = Promise.withResolvers();
    if (this.#works === 0) this.#leaving.resolve();
    return this.#leaving.promise;
  }
}
