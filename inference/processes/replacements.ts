import { Rounds } from "./rounds.ts";

/** A place for a process, which another process can take. */
export interface Replaceable {
  /** Its process has seen what somebody sent. */
  readonly hasWorked: boolean;
  /** Gives the place to a new process. Rejects where that does not open; then the old one stays. */
  replace(): Promise<void>;
}

/** One in so many places has its process replaced at a time. */
const SHARE = 8;

/**
 * Replaces processes that have worked, after erasures and each hour: what a process keeps of its last work,
 * and what it has freed, leaves memory for certain only when the process ends.
 */
export class Replacements {
  readonly #places: readonly Replaceable[];
  readonly #failed: (error: Error) => void;
  readonly #clock: () => number;
  readonly #rounds: Rounds;
  #timer: NodeJS.Timeout | undefined;
  #isUnderWay = false;
  #isClosed = false;

  /** `failed` hears of a process that could not be replaced; the next round tries again. */
  constructor(
    places: readonly Replaceable[],
    failed: (error: Error) => void,
    clock: () => number = () => performance.now(),
  ) {
    this.#places = places;
    this.#failed = failed;
    this.#clock = clock;
    this.#rounds = new Rounds(clock());
    this.#arm();
  }

  /** Somebody was erased. */
  noteErasure(): void {
    this.#rounds.noteErasure(this.#clock());
    this.#arm();
  }

  /** Begins no more rounds. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #arm(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed || this.#isUnderWay) return;
    const wait = Math.max(0, this.#rounds.dueAt - this.#clock());
    this.#timer = setTimeout(() => void this.#round(), wait).unref();
  }

  async #round(): Promise<void> {
    this.#isUnderWay = true;
    this.#rounds.begin(this.#clock());
    const waiting = this.#places.filter(({ hasWorked }) => hasWorked);
    const lane = async () => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
        if (!this.#isClosed) await one.replace().catch((error: Error) => this.#tryAgain(error));
      }
    };
    await Promise.all(Array.from({ length: Math.ceil(this.#places.length / SHARE) }, lane));
    this.#isUnderWay = false;
    this.#arm();
  }

  /** In the next round, which begins a minute after this one. */
  #tryAgain(error: Error): void {
    this.#failed(error);
    this.#rounds.noteErasure(this.#clock());
  }
}
