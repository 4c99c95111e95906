import { type ChildProcess, fork } from "node:child_process";
import { ImageRefusedError } from "../imaging/upload/refusal.ts";
import { EngineFailure } from "./failure.ts";
import type { FromEngine, PackInfo, Progress, ToEngine, Work } from "./messages.ts";

/** The script that an engine process runs, and the one argument of it. */
export interface EngineScript {
  readonly path: string;
  readonly argument: string;
}

/** Gives an engine's offer to an idle engine: a promise of the result, undefined when all are busy. */
export type TakeOffer = (work: Work) => Promise<unknown> | undefined;

/** How long somebody waits for a piece of work. */
export interface Until {
  /** Milliseconds of this process's `performance.now()`. */
  readonly deadline: number;
  /** Aborts when nobody waits any more: the deadline passed, or the caller went away. */
  readonly abandoned: AbortSignal;
}

/** The caller of the work that the engine does at the moment. */
interface Waiting {
  readonly takeOffer: TakeOffer;
  resolve(value: unknown): void;
  reject(failure: EngineFailure | ImageRefusedError): void;
}

/**
 * One engine process. `opened` resolves when its pack is open, and rejects with why it cannot be; `ended`
 * resolves with the reason once the process is gone. Work whose process dies fails as `engine_lost`.
 */
export class EngineProcess {
  readonly opened: Promise<PackInfo>;
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #onProgress: (progress: Progress) => void;
  #opening: Pick<PromiseWithResolvers<PackInfo>, "resolve" | "reject">;
  #waiting: Waiting | undefined;
  #ready = false;

  constructor(script: EngineScript, onProgress: (progress: Progress) => void) {
    const opening = Promise.withResolvers<PackInfo>();
    const ending = Promise.withResolvers<string>();
    this.opened = opening.promise;
    this.ended = ending.promise;
    this.#opening = opening;
    this.#onProgress = onProgress;
    this.#child = fork(script.path, [script.argument], {
      serialization: "advanced",
      execArgv: [],
      env: engineEnvironment(),
      // Native libraries print to stdout, where each line of the service must be JSON: that goes to stderr.
      stdio: ["ignore", 2, 2, "ipc"],
    });
    this.#child.on("message", (message) => this.#receive(message as FromEngine));
    // A failed send or spawn ends in `close` as well; the error itself says no more than the exit does.
    this.#child.on("error", () => this.kill());
    this.#child.once("close", (code, signal) => {
      this.#ready = false;
      const reason = signal === null ? `exit code ${code}` : `signal ${signal}`;
      opening.reject(new EngineFailure("engine_lost", `the engine ended while it opened: ${reason}`));
      this.#settle()?.reject(new EngineFailure("engine_lost", `the engine ended: ${reason}`));
      ending.resolve(reason);
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Its pack is open and its process lives. */
  get ready(): boolean {
    return this.#ready;
  }

  /**
   * Does one piece of work, parts of which it may offer. The caller gives it one piece at a time. Work that
   * nobody waits for any more is left at its next step, and fails as `late` or `canceled`.
   */
  async run(work: Work, takeOffer: TakeOffer, { deadline, abandoned }: Until): Promise<unknown> {
    const stop = () => this.#send({ kind: "stop" });
    abandoned.addEventListener("abort", stop, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting = { takeOffer, resolve, reject };
        this.#send({ kind: "run", work, msLeft: deadline - performance.now() });
      });
    } finally {
      abandoned.removeEventListener("abort", stop);
    }
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }

  #send(message: ToEngine): void {
    this.#child.send(message, (error) => {
      if (error !== null) this.kill();
    });
  }

  #answerOffer(offer: number, taken: Promise<unknown> | undefined): void {
    const decline = () => this.#send({ kind: "offer_declined", offer });
    if (taken === undefined) decline();
    else taken.then((value) => this.#send({ kind: "offer_done", offer, value }), decline);
  }

  #settle(): Waiting | undefined {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting;
  }

  #receive(message: FromEngine): void {
    switch (message.kind) {
      case "progress":
        this.#onProgress(message.progress);
        break;
      case "ready":
        this.#ready = true;
        this.#opening.resolve(message.pack);
        break;
      case "unable":
        this.#opening.reject(new EngineFailure("engine_lost", message.message));
        break;
      case "offer":
        this.#answerOffer(message.offer, this.#waiting?.takeOffer(message.work));
        break;
      case "done":
        this.#settle()?.resolve(message.value);
        break;
      case "refused":
        this.#settle()?.reject(new ImageRefusedError(message.reason, { index: message.index }));
        break;
      case "stopped":
        this.#settle()?.reject(new EngineFailure(message.reason, "the engine left the work"));
        break;
      case "defect":
        this.#settle()?.reject(new EngineFailure("defect", message.message));
    }
  }
}

/** Variables that an engine needs: for programs, libraries and devices, and for how numbers are computed. */
const ALLOWED = /^(PATH|HOME|TMPDIR|TZ|LANG|LC_\w+|LD_LIBRARY_PATH|MALLOC_\w+|(CUDA|NVIDIA|OMP)_\w+)$/;

/**
 * The environment of an engine. It decodes what strangers upload, and so gets the variables that it needs
 * and no others: whatever else the service is given, now or later, may be a secret. With one arena for
 * each native thread, glibc would keep the memory of a large picture many times over.
 */
export function engineEnvironment(): NodeJS.ProcessEnv {
  const needed = Object.entries(process.env).filter(([name]) => ALLOWED.test(name));
  return { MALLOC_ARENA_MAX: "2", ...Object.fromEntries(needed) };
}
