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
import type { Until } from "./job.ts";
import type { EngineStart, FromEngine, PackInfo, ToEngine, Work } from "./messages.ts";

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

/** One engine process. Work whose process dies fails as `engine_lost`. */
export class EngineProcess implements OpeningProcess<PackInfo> {
  readonly opened: Promise<PackInfo>;
  readonly ended: Promise<string>;
  readonly #child: Child<PackInfo, FromEngine, ToEngine>;
  /** Settles the run that it does. */
  #running: PromiseWithResolvers<unknown> | undefined;
  #runs = 0;

  constructor(script: Script, onProgress: (progress: Progress) => unknown) {
    this.#child = new Child(script, childEnvironment(), {
      progress: onProgress,
      message: (message) => this.#receive(message),
    });
    this.opened = this.#child.opened;
    this.ended = this.#child.ended;
    void this.ended.then((reason) => {
      this.#running?.reject(new EngineFailure("engine_lost", `the inference worker ended: ${reason}`));
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get ready(): boolean {
    return this.#child.ready;
  }

  /**
   * Does one piece of work; the one before has ended. Work that no caller waits for any more is left at its
   * next step, and fails as `late` or `canceled`.
   */
  async run(work: Work, { deadline, abandoned }: Until): Promise<unknown> {
    const run = ++this.#runs;
    const stop = () => this.#child.send({ kind: "stop", run });
    abandoned.addEventListener("abort", stop, { once: true });
    this.#running = Promise.withResolvers();
    this.#child.send({ kind: "run", run, work, msLeft: deadline - performance.now() });
    try {
      return await this.#running.promise;
    } finally {
      abandoned.removeEventListener("abort", stop);
    }
  }

  kill(): void {
    this.#child.kill();
  }

  #receive(message: FromEngine): void {
    switch (message.kind) {
      case "done":
        this.#running?.resolve(message.value);
        break;
      case "refused":
        this.#running?.reject(new ImageRefusedError(message.reason, { index: message.index }));
        break;
      case "failed":
        this.#running?.reject(new EngineFailure(message.reason, message.message));
    }
  }
}
