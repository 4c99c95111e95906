import { type ChildProcess, fork } from "node:child_process";
import { EngineFailure } from "./failure.ts";
import type { FromEngine, PackInfo, Progress, ToEngine, Work } from "./messages.ts";

/** The script that an engine process runs, and the one argument it is given. */
export interface EngineScript {
  readonly path: string;
  readonly argument: string;
}

/** Takes work off an engine's hands: a promise of its result, or null where nobody has time. */
export type Offered = (work: Work) => Promise<unknown> | null;

interface Waiting {
  readonly offered: Offered;
  resolve(value: unknown): void;
  reject(failure: EngineFailure): void;
}

/**
 * One engine process. `opened` settles when it has its pack open, or has told why it cannot; `ended` resolves with the
 * reason once the process is gone. Work whose process ends first fails as `engine_lost`.
 */
export class EngineProcess {
  readonly opened: Promise<PackInfo>;
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #onProgress: (progress: Progress) => void;
  #opening: Pick<PromiseWithResolvers<PackInfo>, "resolve" | "reject">;
  #waiting: Waiting | null = null;
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
      // What native libraries print may not get between the service's own lines on stdout.
      stdio: ["ignore", 2, 2, "ipc"],
    });
    this.#child.on("message", (message) => this.#receive(message as FromEngine));
    // A failed send or spawn ends in `close` as well; the error itself carries no more than the exit does.
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

  /** Does one piece of work, of which it may offer parts; the caller sees to it that there is one at a time. */
  run(work: Work, offered: Offered): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting = { offered, resolve, reject };
      this.#send({ kind: "run", work });
    });
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }

  #send(message: ToEngine): void {
    this.#child.send(message, (error) => {
      if (error !== null) this.kill();
    });
  }

  #answer(offer: number, help: Promise<unknown> | null): void {
    const unhelped = () => this.#send({ kind: "unhelped", offer });
    if (help === null) unhelped();
    else help.then((value) => this.#send({ kind: "helped", offer, value }), unhelped);
  }

  #settle(): Waiting | null {
    const waiting = this.#waiting;
    this.#waiting = null;
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
        this.#answer(message.offer, this.#waiting?.offered(message.work) ?? null);
        break;
      case "done":
        this.#settle()?.resolve(message.value);
        break;
      default:
        this.#settle()?.reject(toFailure(message));
    }
  }
}

function toFailure(message: Extract<FromEngine, { kind: "refused" | "defect" }>): EngineFailure {
  if (message.kind === "defect") return new EngineFailure("defect", message.message);
  return new EngineFailure("image_refused", `image refused: ${message.refusal.reason}`, message.refusal);
}

/**
 * An engine decodes what strangers upload: it is not given the service's secret. glibc's arenas, one for each native thread,
 * would keep a large picture's memory many times over.
 */
export function engineEnvironment(): NodeJS.ProcessEnv {
  const { INFERENCE_TOKEN: _, ...environment } = process.env;
  return { MALLOC_ARENA_MAX: "2", ...environment };
}
