import { setImmediate as nextTurn } from "node:timers/promises";
import type { OpenBundle } from "../bundle/open.ts";
import { StoppedError, type StopToken } from "../pipelines/stop-token.ts";
import type { Model } from "../runtime/session.ts";

/** The least time that is left for a step, in seconds. */
const LEAST = 0.001;

/**
 * The one piece of work that a worker runs. It is checked before each step, and stopped at its deadline or
 * when no caller waits any more.
 */
export class CurrentWork implements StopToken {
  readonly #onStep: () => void;
  #run: number | undefined;
  /** In milliseconds of `performance.now()`. */
  #deadline = Number.POSITIVE_INFINITY;
  #canceled = new AbortController();

  /** `onStep` runs before each step. */
  constructor(onStep: () => void = () => {}) {
    this.#onStep = onStep;
  }

  /** Starts work under its own number; the caller waits for this many milliseconds. */
  begin(run: number, msLeft: number): void {
    this.#run = run;
    this.#deadline = performance.now() + msLeft;
    this.#canceled = new AbortController();
  }

  /** Stops that work, unless it has ended. */
  cancel(run: number): void {
    if (run === this.#run) this.#canceled.abort();
  }

  get secondsLeft(): number {
    return Math.max(LEAST, (this.#deadline - performance.now()) / 1_000);
  }

  get signal(): AbortSignal {
    return this.#canceled.signal;
  }

  async throwIfStopped(): Promise<void> {
    this.#onStep();
    // A model blocks the thread while it runs: a message that cancels the work comes now.
    await nextTurn();
    if (this.#canceled.signal.aborted) throw new StoppedError("canceled");
    if (performance.now() >= this.#deadline) throw new StoppedError("late");
  }
}

/** The bundle with models that do not start once the work is stopped: each run of a model is a step. */
export function stoppable(bundle: OpenBundle, stop: StopToken): OpenBundle {
  const wrapped = (model: Model): Model => ({
    ...model,
    async run(feeds) {
      await stop.throwIfStopped();
      return model.run(feeds);
    },
  });
  return {
    ...bundle,
    model: (task) => wrapped(bundle.model(task)),
    open: async (name, graph) => wrapped(await bundle.open(name, graph)),
  };
}
