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

/** Once every process of a group has failed this many starts in a row, callers should not wait for them. */
const HOPELESS_STARTS = 3;

/** Whether all of these processes are down, and each has failed repeatedly to open. */
export const areHopeless = (
  group: readonly { readonly up: boolean; readonly failedStarts: number }[],
): boolean => group.every(({ up, failedStarts }) => !up && failedStarts >= HOPELESS_STARTS);

/** A process that was started, and when. */
interface Start<Process> {
  readonly process: Process;
  readonly startedAt: number;
}

/** Keeps one process alive: starts another for a dead one, with back-off while they die young. */
export class Keeper<Process extends OpeningProcess<Opened>, Opened> {
  readonly #begin: () => Process;
  readonly #backOff: BackOff;
  readonly #events: KeeperEvents<Opened>;
  readonly #closing = new AbortController();
  #current: Start<Process> | undefined;
  #restarts = 0;
  #failedStarts = 0;

  constructor(begin: () => Process, backOff: BackOff, events: KeeperEvents<Opened>) {
    this.#begin = begin;
    this.#backOff = backOff;
    this.#events = events;
  }

  /** The latest process, which may be dead; undefined before `open`. */
  get process(): Process | undefined {
    return this.#current?.process;
  }

  get up(): boolean {
    return this.process?.ready ?? false;
  }

  /** Processes started for dead ones. */
  get restarts(): number {
    return this.#restarts;
  }

  /** Processes in a row that ended before they were ready. */
  get failedStarts(): number {
    return this.#failedStarts;
  }

  /** Opens the first, then keeps one alive. Resolves when it is ready; rejects with why it cannot be. */
  open(): Promise<void> {
    const first = this.#start();
    const opening = this.#open(first);
    void this.#keepAlive(first, opening);
    return opening;
  }

  /** Kills the process; another takes its place. */
  kill(): void {
    this.process?.kill();
  }

  /** Ends the process for good. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.process?.kill();
    await this.process?.ended;
  }

  #start(): Start<Process> {
    this.#current = { process: this.#begin(), startedAt: performance.now() };
    return this.#current;
  }

  /** Resolves once `opened` was received; rejects with the reason if the process cannot open. */
  async #open({ process }: Start<Process>): Promise<void> {
    const opened = await process.opened;
    this.#failedStarts = 0;
    this.#events.opened(opened);
  }

  async #keepAlive(first: Start<Process>, firstOpening: Promise<void>): Promise<void> {
    const { signal } = this.#closing;
    const backOff = this.#backOff;
    let [start, opening] = [first, firstOpening];
    let pause = backOff.first;
    for (;;) {
      const reason = await this.#awaitEnd(start, opening);
      if (signal.aborted) return;
      this.#events.lost(reason);
      pause =
        performance.now() - start.startedAt > backOff.youth
          ? backOff.first
          : Math.min(pause * 2, backOff.most);
      const closed = await sleep(pause, false, { signal }).catch(() => true);
      if (closed) return;
      this.#restarts++;
      start = this.#start();
      opening = this.#open(start);
    }
  }

  /** Why the process ended: the error that kept it from opening, else its exit status. */
  async #awaitEnd({ process }: Start<Process>, opening: Promise<void>): Promise<string> {
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
