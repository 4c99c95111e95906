import { join } from "node:path";
import { ImageRefusedError } from "../imaging/upload/refusal.ts";
import {
  Child,
  childEnvironment,
  type OpeningProcess,
  type Progress,
  type Script,
} from "../processes/child.ts";
import { WorkerFailure } from "./failure.ts";
import type { Until } from "./job.ts";
import type { BundleInfo, FromWorker, ToWorker, Work, WorkerStart } from "./messages.ts";

/**
 * The program of a worker. V8's helper threads would collect and compile beside it, on cores that other
 * workers need. Without them two workers on two busy cores answer a tenth to a sixth more, while a call alone
 * on an idle host takes up to a twentieth longer. Marking at once, instead of in steps, costs less: a
 * document leaves behind large arrays and few objects, and nothing waits for the pause of 20 ms.
 */
export const workerScript = (start: WorkerStart): Script => ({
  path: join(import.meta.dirname, "worker.ts"),
  argument: JSON.stringify(start),
  options: ["--single-threaded", "--no-incremental-marking"],
});

/** One inference worker. Work whose process dies fails as `worker_lost`. */
export class WorkerProcess implements OpeningProcess<BundleInfo> {
  readonly opened: Promise<BundleInfo>;
  readonly ended: Promise<string>;
  readonly #child: Child<BundleInfo, FromWorker, ToWorker>;
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
      this.#running?.reject(new WorkerFailure("worker_lost", `the inference worker ended: ${reason}`));
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

  #receive(message: FromWorker): void {
    switch (message.kind) {
      case "done":
        this.#running?.resolve(message.value);
        break;
      case "refused":
        this.#running?.reject(new ImageRefusedError(message.reason, message));
        break;
      case "failed":
        this.#running?.reject(new WorkerFailure(message.reason, message.message));
    }
  }
}
