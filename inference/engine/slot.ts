import { setTimeout as sleep } from "node:timers/promises";
import { EngineProcess, type EngineScript, type Offered } from "./engine-process.ts";
import type { PackInfo, Progress, Work } from "./messages.ts";

/** Back-off between engines of one slot: doubled from the first while they keep dying young. */
const BACK_OFF = { first: 100, most: 10_000, youth: 10_000 } as const;

interface SlotEvents {
  progress(progress: Progress): unknown;
  /** An engine is ready for its next request: just opened, or done with one. */
  idle(): void;
  opened(slot: EngineSlot, pack: PackInfo): void;
  lost(slot: EngineSlot, reason: string): void;
}

/** Keeps one engine process alive: replaces a dead one, with back-off while they die young. */
export class EngineSlot {
  readonly #script: EngineScript;
  readonly #events: SlotEvents;
  readonly #closing = new AbortController();
  #engine: EngineProcess | null = null;
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

  /** Opens the first engine, and from then on keeps one. Resolves when it is ready; rejects with why it cannot be. */
  open(): Promise<void> {
    const engine = this.#start();
    const opening = this.#opened(engine);
    void this.#keep(engine, opening);
    return opening;
  }

  async run(work: Work, offered: Offered): Promise<unknown> {
    if (this.#engine === null || !this.idle) throw new Error("the slot has no idle engine");
    this.#busy = true;
    try {
      return await this.#engine.run(work, offered);
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

  #start(): EngineProcess {
    this.#starts++;
    this.#engine = new EngineProcess(this.#script, (progress) => this.#events.progress(progress));
    return this.#engine;
  }

  async #opened(engine: EngineProcess): Promise<void> {
    const pack = await engine.opened;
    this.#failedStarts = 0;
    this.#events.opened(this, pack);
    this.#events.idle();
  }

  async #keep(first: EngineProcess, firstOpening: Promise<void>): Promise<void> {
    const { signal } = this.#closing;
    let delay: number = BACK_OFF.first;
    for (
      let engine = first, opening = firstOpening;
      ;
      engine = this.#start(), opening = this.#opened(engine)
    ) {
      const since = Date.now();
      const failure = await opening.then(
        () => null,
        (error: Error) => error.message,
      );
      if (failure !== null) {
        this.#failedStarts++;
        engine.kill();
      }
      const reason = await engine.ended;
      if (signal.aborted) return;
      this.#events.lost(this, failure ?? reason);
      delay = Date.now() - since > BACK_OFF.youth ? BACK_OFF.first : Math.min(delay * 2, BACK_OFF.most);
      const closed = await sleep(delay, false, { signal }).catch(() => true);
      if (closed) return;
    }
  }
}
