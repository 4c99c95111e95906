import { setTimeout as sleep } from "node:timers/promises";
import { EngineProcess, type EngineScript, type TakeOffer, type Until } from "./engine-process.ts";
import type { PackInfo, Progress, Work } from "./messages.ts";

/** Milliseconds between two engines of a slot: doubled up to `most` while they live for less than `youth`. */
const BACK_OFF = { first: 100, most: 10_000, youth: 10_000 } as const;

export interface SlotEvents {
  progress(progress: Progress): unknown;
  /** The engine is ready for its next request: it has opened its pack, or done one. */
  idle(): void;
  opened(slot: EngineSlot, pack: PackInfo): void;
  lost(slot: EngineSlot, reason: string): void;
}

/** An engine process that was started. */
interface Start {
  readonly engine: EngineProcess;
  /** Settles once `opened` was told, or with why the engine cannot open. */
  readonly opening: Promise<void>;
  readonly at: number;
}

/** Keeps one engine process alive: replaces a dead one, with back-off while they die young. */
export class EngineSlot {
  readonly #script: EngineScript;
  readonly #events: SlotEvents;
  readonly #closing = new AbortController();
  #engine: EngineProcess | undefined;
  #busy = false;
  #starts = 0;
  #failedStarts = 0;

  constructor(script: EngineScript, events: SlotEvents) {
    this.#script = script;
    this.#events = events;
  }

  get up(): boolean {
    return this.#engine?.ready ?? false;
  }

  get idle(): boolean {
    return this.up && !this.#busy;
  }

  get busy(): boolean {
    return this.#busy;
  }

  get pid(): number | undefined {
    return this.#engine?.pid;
  }

  /** Engines started after the first. */
  get restarts(): number {
    return Math.max(0, this.#starts - 1);
  }

  /** Engines in a row that ended before they were ready. */
  get failedStarts(): number {
    return this.#failedStarts;
  }

  /**
   * Opens the first engine, then keeps one alive. Resolves when it is ready; rejects with why it cannot be.
   */
  open(): Promise<void> {
    const first = this.#start();
    void this.#keepAlive(first);
    return first.opening;
  }

  async run(work: Work, takeOffer: TakeOffer, until: Until): Promise<unknown> {
    if (this.#engine === undefined || !this.idle) throw new Error("the slot has no idle engine");
    this.#busy = true;
    try {
      return await this.#engine.run(work, takeOffer, until);
    } finally {
      this.#busy = false;
    }
  }

  /** Kills the engine; another takes its place. */
  kill(): void {
    this.#engine?.kill();
  }

  /** Ends the engine for good. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.kill();
    await this.#engine?.ended;
  }

  #start(): Start {
    this.#starts++;
    const engine = new EngineProcess(this.#script, (progress) => this.#events.progress(progress));
    this.#engine = engine;
    return { engine, opening: this.#awaitOpening(engine), at: performance.now() };
  }

  async #awaitOpening(engine: EngineProcess): Promise<void> {
    const pack = await engine.opened;
    this.#failedStarts = 0;
    this.#events.opened(this, pack);
    this.#events.idle();
  }

  async #keepAlive(first: Start): Promise<void> {
    const { signal } = this.#closing;
    let pause: number = BACK_OFF.first;
    for (let start = first; ; start = this.#start()) {
      const reason = await this.#awaitEnd(start);
      if (signal.aborted) return;
      this.#events.lost(this, reason);
      pause =
        performance.now() - start.at > BACK_OFF.youth ? BACK_OFF.first : Math.min(pause * 2, BACK_OFF.most);
      const closed = await sleep(pause, false, { signal }).catch(() => true);
      if (closed) return;
    }
  }

  /** Why the engine ended: what kept it from opening, else how its process went. */
  async #awaitEnd({ engine, opening }: Start): Promise<string> {
    const failure = await opening.then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (failure !== undefined) {
      this.#failedStarts++;
      engine.kill();
    }
    const reason = await engine.ended;
    return failure ?? reason;
  }
}
