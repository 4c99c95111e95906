import { setImmediate as nextTurn } from "node:timers/promises";
import type { OpenPack } from "../../pack/open.ts";
import { StoppedError, type StopToken } from "../../pipelines/stop-token.ts";
import type { Net } from "../../runtime/session.ts";

/** The least time that is left for a step, in seconds. */
const LEAST = 0.001;

/** Stops the one piece of work that an engine does: at its deadline, or when it is told to. */
export class StopSource implements StopToken {
  /** In milliseconds of `performance.now()`. */
  #deadline = Number.POSITIVE_INFINITY;
  #isCanceled = false;
  readonly #onStep: () => void;

  /** `onStep` runs before each step. */
  constructor(onStep: () => void = () => {}) {
    this.#onStep = onStep;
  }

  /** A piece of work begins, for which somebody waits so many milliseconds. */
  begin(msLeft: number): void {
    this.#deadline = performance.now() + msLeft;
    this.#isCanceled = false;
  }

  cancel(): void {
    this.#isCanceled = true;
  }

  get secondsLeft(): number {
    return Math.max(LEAST, (this.#deadline - performance.now()) / 1_000);
  }

  async throwIfStopped(): Promise<void> {
    this.#onStep();
    // A net blocks the thread while it runs: this is when a message that cancels the work is received.
    await nextTurn();
    if (this.#isCanceled) throw new StoppedError("canceled");
    if (performance.now() >= this.#deadline) throw new StoppedError("late");
  }
}

/** The pack with nets that do not begin to run once the work is stopped: each run of a net is a step. */
export function stoppable(pack: OpenPack, stop: StopToken): OpenPack {
  const wrapped = (net: Net): Net => ({
    ...net,
    async run(feeds) {
      await stop.throwIfStopped();
      return net.run(feeds);
    },
  });
  return {
    ...pack,
    net: (task) => wrapped(pack.net(task)),
    open: async (name, graph) => wrapped(await pack.open(name, graph)),
  };
}
