import { setTimeout as pause } from "node:timers/promises";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4WorkerOptions } from "miniflare";
import { within } from "../../../edge/outage.ts";
import type { Listener } from "./listener.ts";
import { WorkerdProcess } from "./workerd-process.ts";

/** Far longer than a workerd takes to start on a busy machine. */
const START_MS = 60_000;
/** Milliseconds before each further try to start one. */
const TRIES_AFTER = [0, 500, 2_000];

/** Tells the warnings of miniflare, to which a workerd that drains and ends has crashed. */
class RuntimeLog extends Log {
  isDraining = false;
  /** Called with why no workerd could be started in the place of one that has ended. */
  onFailure: (error: Error) => void = () => undefined;

  constructor() {
    super(LogLevel.WARN);
  }

  override warn(message: string): void {
    if (!this.isDraining) super.warn(message);
  }

  override error(error: Error & { readonly code?: string }): void {
    super.error(error);
    if (error.code === "ERR_RUNTIME_FAILURE") this.onFailure(error);
  }
}

/** A Worker on workerd, as miniflare runs it: another one is started for each that ends. */
export class Runtime {
  readonly miniflare: Miniflare;
  readonly #options: ConstructorParameters<typeof Miniflare>[0];
  readonly #process: WorkerdProcess;
  readonly #log = new RuntimeLog();
  readonly #lost = Promise.withResolvers<Error>();
  /** Of the workerd that is started next. */
  #back = Promise.withResolvers<void>();

  private constructor(listener: Listener, worker: V4WorkerOptions) {
    this.#process = new WorkerdProcess(listener);
    this.#log.onFailure = (error) => void this.#tryAgain(error);
    this.#options = convertV4MiniflareOptions({
      ...worker,
      log: this.#log,
      logRequests: false,
      cf: false,
      host: "127.0.0.1",
      port: 0,
      unsafeRuntimeEnv: this.#process.environment,
      unsafeHandleRuntimeRestart: () => this.#back.resolve(),
    });
    this.miniflare = new Miniflare(this.#options);
  }

  /** Starts it; throws where it does not start. Clients connect to the listener, which is closed with it. */
  static async start(listener: Listener, worker: V4WorkerOptions): Promise<Runtime> {
    const runtime = new Runtime(listener, worker);
    try {
      await runtime.miniflare.ready;
      return runtime;
    } catch (error) {
      await runtime.close(0);
      throw error;
    }
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Resolves when workerd has ended and no other could be started. */
  get lost(): Promise<Error> {
    return this.#lost.promise;
  }

  /** Ends workerd, which drains for at most so long, and waits for the next one. */
  async replace(drainMs: number): Promise<void> {
    this.#back = Promise.withResolvers();
    this.#log.isDraining = true;
    try {
      const isBack = within(
        START_MS + drainMs,
        this.#back.promise,
        () => new Error("workerd does not come back"),
      );
      await Promise.all([isBack, this.#process.end(drainMs)]);
    } finally {
      this.#log.isDraining = false;
    }
  }

  async close(drainMs: number): Promise<void> {
    this.#log.isDraining = true;
    this.#process.release();
    if (drainMs > 0) await this.#process.end(drainMs);
    await this.miniflare.dispose();
  }

  /** Miniflare gives up where the workerd that it starts after another one ends at once. */
  async #tryAgain(error: Error): Promise<void> {
    for (const ms of TRIES_AFTER) {
      await pause(ms);
      const isStarted = await this.miniflare.setOptions(this.#options).then(
        () => true,
        () => false,
      );
      if (isStarted) return this.#back.resolve();
    }
    this.#lost.resolve(error);
  }
}
