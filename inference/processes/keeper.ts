import { setTimeout as sleep } from "node:timers/promises";
import type { OpeningProcess } from "./child.ts";

/** Milliseconds between two processes: doubled up to `most` while they live for less than `youth`. */
export interface BackOff {
  readonly first: number;
  readonly most: number;
  readonly youth: number;
}

interface KeeperEvents<Opened> {
  opened(opened: Opened): void;
  lost(reason: string): void;
}

/** Once every process of a group has failed this many starts in a row, nobody should wait for them. */
const HOPELESS_STARTS = 3;

/** Whether none of these processes is up, and each has failed again and again to open. */
export const areHopeless = (
  group: readonly { readonly up: boolean; readonly failedStarts: number }[],
): boolean => group.every(({ up, failedStarts }) => !up && failedStarts >= HOPELESS_STARTS);

/** A process that was started. */
interface Start<Process> {
  readonly process: Process;
  /** Settles once `opened` was told, or with why the process cannot open. */
  readonly opening: Promise<void>;
  readonly at: number;
}

/** Keeps one process alive: replaces a dead one, with back-off while they die young. */
export class Keeper<Process extends OpeningProcess<Opened>, Opened> {
  readonly #begin: () => Process;
  readonly #backOff: BackOff;
  readonly #events: KeeperEvents<Opened>;
  readonly #closing = new AbortController();
  #process: Process | undefined;
  #starts = 0;
  #failedStarts = 0;

  constructor(begin: () => Process, backOff: BackOff, events: KeeperEvents<Opened>) {
    this.#begin = begin;
    this.#backOff = backOff;
    this.#events = events;
  }

  /** The latest process, which may be dead; undefined before `open`. */
  get process(): Process | undefined {
    return this.#process;
  }

  get up(): boolean {
    return this.#process?.ready ?? false;
  }

  /** Processes started after the first. */
  get restarts(): number {
    return Math.max(0, this.#starts - 1);
  }

  /** Processes in a row that ended before they were ready. */
  get failedStarts(): number {
    return this.#failedStarts;
  }

  /** Opens the first, then keeps one alive. Resolves when it is ready; rejects with why it cannot be. */
  open(): Promise<void> {
    const first = this.#start();
    void this.#keepAlive(first);
    return first.opening;
  }

  /** Kills the process; another takes its place. */
  kill(): void {
    this.#process?.kill();
  }

  /** Ends the process for good. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.kill();
    await this.#process?.ended;
  }

  #start(): Start<Process> {
    this.#starts++;
    const process = this.#begin();
    this.#process = process;
    return { process, opening: this.#awaitOpening(process), at: performance.now() };
  }

  async #awaitOpening(process: Process): Promise<void> {
    const opened = await process.opened;
    this.#failedStarts = 0;
    this.#events.opened(opened);
  }

  async #keepAlive(first: Start<Process>): Promise<void> {
    const { signal } = this.#closing;
    const backOff = this.#backOff;
    let pause = backOff.first;
    for (let start = first; ; start = this.#start()) {
      const reason = await this.#awaitEnd(start);
      if (signal.aborted) return;
      this.#events.lost(reason);
      pause =
        performance.now() - start.at > backOff.youth ? backOff.first : Math.min(pause * 2, backOff.most);
      const closed = await sleep(pause, false, { signal }).catch(() => true);
      if (closed) return;
    }
  }

  /** Why the process ended: what kept it from opening, else how it went. */
  async #awaitEnd({ process, opening }: Start<Process>): Promise<string> {
    const failure = await opening.then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (failure !== undefined) {
      this.#failedStarts++;
      process.kill();
    }
    const reason = await process.ended;
    return failure ?? reason;
  }
}
