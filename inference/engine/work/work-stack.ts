import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { OpenPack } from "../../pack/open.ts";
import { StoppedError, type StopToken, UNSTOPPED } from "../../pipelines/stop-token.ts";
import type { Net } from "../../runtime/session.ts";

/** The least time that is left for a step, in seconds. */
const LEAST = 0.001;

/** One piece of work that an engine has begun. */
interface Begun {
  readonly run: number;
  /** In milliseconds of `performance.now()`. */
  readonly deadline: number;
  readonly canceled: AbortController;
  readonly ended: PromiseWithResolvers<void>;
}

/**
 * The pieces of work that an engine has begun: the newest runs, and each of the others is put aside at its
 * next step until all that came after it have ended. A step also stops work at its deadline, or when nobody
 * waits for it any more.
 */
export class WorkStack implements StopToken {
  /** The piece of work to which a step belongs. */
  readonly #own = new AsyncLocalStorage<Begun>();
  readonly #begun: Begun[] = [];
  readonly #onStep: () => void;

  /** `onStep` runs before each step. */
  constructor(onStep: () => void = () => {}) {
    this.#onStep = onStep;
  }

  /** Does work under a number of its own, for which somebody waits so many milliseconds. */
  async do<T>(run: number, msLeft: number, work: () => Promise<T>): Promise<T> {
    const own = {
      run,
      deadline: performance.now() + msLeft,
      canceled: new AbortController(),
      ended: Promise.withResolvers<void>(),
    };
    this.#begun.push(own);
    try {
      return await this.#own.run(own, work);
    } finally {
      this.#begun.splice(this.#begun.indexOf(own), 1);
      own.ended.resolve();
    }
  }

  cancel(run: number): void {
    for (const begun of this.#begun) if (begun.run === run) begun.canceled.abort();
  }

  /** The number of the piece of work that asks. */
  get run(): number {
    return this.#own.getStore()!.run;
  }

  get secondsLeft(): number {
    const deadline = this.#own.getStore()?.deadline ?? Number.POSITIVE_INFINITY;
    return Math.max(LEAST, (deadline - performance.now()) / 1_000);
  }

  get signal(): AbortSignal {
    return this.#own.getStore()?.canceled.signal ?? UNSTOPPED.signal;
  }

  async throwIfStopped(): Promise<void> {
    this.#onStep();
    const own = this.#own.getStore();
    if (own === undefined) return;
    await this.turn();
    if (own.canceled.signal.aborted) throw new StoppedError("canceled");
    if (performance.now() >= own.deadline) throw new StoppedError("late");
  }

  /**
   * Waits until the work that asks is the newest. A net blocks the thread while it runs: this is when other
   * work comes, or a message that cancels this; and when other work has ended, when its answer goes.
   */
  async turn(): Promise<void> {
    const own = this.#own.getStore();
    for (await nextTurn(); this.#begun.at(-1) !== own; await nextTurn()) {
      await this.#begun.at(-1)?.ended.promise;
    }
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
