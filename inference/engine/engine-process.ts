import { join } from "node:path";
import { ImageRefusedError } from "../imaging/upload/refusal.ts";
import {
  Child,
  childEnvironment,
  type OpeningProcess,
  type Progress,
  type Script,
} from "../processes/child.ts";
import { EngineFailure } from "./failure.ts";
import type { EngineStart, FromEngine, PackInfo, ToEngine, Work } from "./messages.ts";

/** Gives an engine's offer to an idle engine: a promise of the result, undefined when all are busy. */
export type TakeOffer = (work: Work) => Promise<unknown> | undefined;

/**
 * The program of an engine. V8's helpers would collect and compile beside it, on cores that other engines
 * need: without them two engines on two busy cores answer a tenth to a sixth more, while a call that has an
 * idle host to itself takes up to a twentieth longer.
 */
export const engineScript = (start: EngineStart): Script => ({
  path: join(import.meta.dirname, "engine.ts"),
  argument: JSON.stringify(start),
  options: ["--single-threaded"],
});

/** How long somebody waits for a piece of work. */
export interface Until {
  /** Milliseconds of this process's `performance.now()`. */
  readonly deadline: number;
  /** Aborts when no caller waits any more: the deadline passed, or the caller went away. */
  readonly abandoned: AbortSignal;
}

/** The caller of a piece of work that the engine has. */
interface Waiting {
  readonly takeOffer: TakeOffer;
  resolve(value: unknown): void;
  reject(failure: EngineFailure | ImageRefusedError): void;
}

/** One engine process. Work whose process dies fails as `engine_lost`. */
export class EngineProcess implements OpeningProcess<PackInfo> {
  readonly opened: Promise<PackInfo>;
  readonly ended: Promise<string>;
  readonly #child: Child<PackInfo, FromEngine, ToEngine>;
  /** By the numbers of their runs. */
  readonly #waiting = new Map<number, Waiting>();
  #runs = 0;

  constructor(script: Script, onProgress: (progress: Progress) => unknown) {
    this.#child = new Child(script, childEnvironment(), {
      progress: onProgress,
      message: (message) => this.#receive(message),
    });
    this.opened = this.#child.opened;
    this.ended = this.#child.ended;
    void this.ended.then((reason) => {
      for (const run of [...this.#waiting.keys()]) {
        this.#settle(run)?.reject(new EngineFailure("engine_lost", `the engine ended: ${reason}`));
      }
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get ready(): boolean {
    return this.#child.ready;
  }

  /**
   * Does one piece of work, parts of which it may offer; what it did before is put aside until then. Work
   * that nobody waits for any more is left at its next step, and fails as `late` or `canceled`.
   */
  async run(work: Work, takeOffer: TakeOffer, { deadline, abandoned }: Until): Promise<unknown> {
    const run = ++this.#runs;
    const stop = () => this.#child.send({ kind: "stop", run });
    abandoned.addEventListener("abort", stop, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting.set(run, { takeOffer, resolve, reject });
        this.#child.send({ kind: "run", run, work, msLeft: deadline - performance.now() });
      });
    } finally {
      abandoned.removeEventListener("abort", stop);
    }
  }

  kill(): void {
    this.#child.kill();
  }

  #answerOffer(offer: number, taken: Promise<unknown> | undefined): void {
    const decline = () => this.#child.send({ kind: "offer_declined", offer });
    if (taken === undefined) decline();
    else taken.then((value) => this.#child.send({ kind: "offer_done", offer, value }), decline);
  }

  #settle(run: number): Waiting | undefined {
    const waiting = this.#waiting.get(run);
    this.#waiting.delete(run);
    return waiting;
  }

  #receive(message: FromEngine): void {
    switch (message.kind) {
      case "offer":
        this.#answerOffer(message.offer, this.#waiting.get(message.run)?.takeOffer(message.work));
        break;
      case "done":
        this.#settle(message.run)?.resolve(message.value);
        break;
      case "refused":
        this.#settle(message.run)?.reject(new ImageRefusedError(message.reason, { index: message.index }));
        break;
      case "failed":
        this.#settle(message.run)?.reject(new EngineFailure(message.reason, message.message));
    }
  }
}
