import { readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import {
  convertV4MiniflareOptions,
  Log,
  LogLevel,
  Miniflare,
  type V4WorkerOptions,
  type WorkerdStructuredLog,
} from "miniflare";
import { makeSocketFolder, sweepSocketFolders } from "../../../inference/processes/socket-folders.ts";

const WRAPPER = fileURLToPath(new URL("workerd.sh", import.meta.url));
/** The program that miniflare would start: of its own version. */
const { default: WORKERD } = createRequire(import.meta.resolve("miniflare"))("workerd") as {
  default: string;
};
/** Milliseconds between two looks whether workerd has ended. */
const POLL_MS = 5;

/**
 * A failed lookup of a host, as workerd logs it with addresses in its own code. Each such failure is also
 * recorded by the caller: a webhook delivery's in the list of its attempts, beside the endpoint's id.
 */
const FAILED_LOOKUP = /failed to lookup address information/;

/** Writes what the Worker and workerd log: events to stdout, where the edge's own are, all else to stderr. */
function writeLog({ message }: WorkerdStructuredLog): void {
  if (FAILED_LOOKUP.test(message)) return;
  const stream = message.startsWith('{"event":') ? process.stdout : process.stderr;
  stream.write(`${message}\n`);
}

/** Passes miniflare's warnings on. To miniflare, a workerd that drains and ends has crashed. */
class RuntimeLog extends Log {
  isClosing = false;
  /** Called with why no workerd could be started in place of one that has ended. */
  onFailure: (error: Error) => void = () => undefined;

  constructor() {
    super(LogLevel.WARN);
  }

  override warn(message: string): void {
    if (!this.isClosing) super.warn(message);
  }

  override error(error: Error & { readonly code?: string }): void {
    if (this.isClosing) return;
    super.error(error);
    if (error.code === "ERR_RUNTIME_FAILURE") this.onFailure(error);
  }
}

/** A Worker on workerd, as miniflare runs it: miniflare starts another workerd for one that crashes. */
export class Runtime {
  readonly miniflare: Miniflare;
  /** Only this user may enter it: the process id, and miniflare's entry, are there (`workerd.sh`). */
  readonly #folder = makeSocketFolder("edge");
  readonly #log = new RuntimeLog();
  readonly #lost = Promise.withResolvers<Error>();

  private constructor(worker: V4WorkerOptions) {
    // Miniflare reads both from the environment of this process alone.
    process.env.MINIFLARE_WORKERD_PATH ??= WRAPPER;
    process.env.SELFSAME_WORKERD ??= WORKERD;
    this.#log.onFailure = (error) => this.#lost.resolve(error);
    this.miniflare = new Miniflare(
      convertV4MiniflareOptions({
        ...worker,
        log: this.#log,
        handleStructuredLogs: writeLog,
        logRequests: false,
        cf: false,
        host: "127.0.0.1",
        port: 0,
        unsafeRuntimeEnv: { SELFSAME_RUNTIME: this.#folder },
      }),
    );
  }

  /** Removes what dead edges have left, and starts it. Throws if it does not start. */
  static async start(worker: V4WorkerOptions): Promise<Runtime> {
    await sweepSocketFolders("edge");
    const runtime = new Runtime(worker);
    try {
      await runtime.miniflare.ready;
      return runtime;
    } catch (error) {
      await runtime.close(0);
      throw error;
    }
  }

  /** Resolves when workerd has ended and no other could be started. */
  get lost(): Promise<Error> {
    return this.#lost.promise;
  }

  /**
   * Ends workerd for good. With `drainMs` it gets SIGTERM first and has so long: it takes no new connection,
   * answers what is under way, and ends itself.
   */
  async close(drainMs: number): Promise<void> {
    this.#log.isClosing = true;
    const pid = this.#pid();
    rmSync(this.#folder, { recursive: true, force: true });
    if (drainMs > 0 && pid !== undefined) await drained(pid, drainMs);
    await this.miniflare.dispose();
  }

  #pid(): number | undefined {
    try {
      return Number(readFileSync(join(this.#folder, "pid"), "utf8"));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  }
}

async function drained(pid: number, limitMs: number): Promise<void> {
  const until = performance.now() + limitMs;
  for (let isAlive = signalled(pid, "SIGTERM"); isAlive && performance.now() < until; ) {
    await pause(POLL_MS);
    isAlive = signalled(pid, 0);
  }
}

/** Sends a signal, or with 0 none, and returns whether the process is there. */
function signalled(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
}
