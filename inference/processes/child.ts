import { type ChildProcess, fork } from "node:child_process";

/** The script that a process runs, and the one argument of it. */
export interface Script {
  readonly path: string;
  readonly argument: string;
  /** Options of Node itself. */
  readonly options?: readonly string[];
}

/** `done` of `total` models are ready; `model` is the last one. */
export interface Progress {
  readonly model: string;
  readonly done: number;
  readonly total: number;
}

/** Messages of a process while it opens: its progress, then what it has opened or why it cannot. */
export type Opening<Opened> =
  | { readonly kind: "progress"; readonly progress: Progress }
  | { readonly kind: "ready"; readonly opened: Opened }
  | { readonly kind: "unable"; readonly message: string };

/** A process of the service that opens something, then serves until it ends. */
export interface OpeningProcess<Opened> {
  readonly pid: number | undefined;
  /** It has opened, and lives. */
  readonly ready: boolean;
  /** Rejects with why it cannot open. */
  readonly opened: Promise<Opened>;
  /** Resolves with the reason once the process is gone. */
  readonly ended: Promise<string>;
  kill(): void;
}

interface ChildEvents<Message> {
  progress(progress: Progress): unknown;
  /** Messages other than those of its opening. */
  message(message: Message): void;
}

/** A child process that sends `Opening` and messages of its own over Node's IPC channel. */
export class Child<Opened, Received extends { readonly kind: string }, Sent extends object>
  implements OpeningProcess<Opened>
{
  readonly opened: Promise<Opened>;
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #opening: PromiseWithResolvers<Opened>;
  readonly #events: ChildEvents<Received>;
  #ready = false;

  constructor(script: Script, env: NodeJS.ProcessEnv, events: ChildEvents<Received>) {
    const ending = Promise.withResolvers<string>();
    this.#opening = Promise.withResolvers<Opened>();
    this.opened = this.#opening.promise;
    this.ended = ending.promise;
    this.#events = events;
    this.#child = fork(script.path, [script.argument], {
      serialization: "advanced",
      execArgv: [...(script.options ?? [])],
      env,
      // Native libraries print to stdout, where each line of the service must be JSON: redirect that to
      // stderr.
      stdio: ["ignore", 2, 2, "ipc"],
    });
    this.#child.on("message", (message) => this.#receive(message as Opening<Opened> | Received));
    // A failed send or spawn ends in `close` as well; its error has no more information than the exit.
    this.#child.on("error", () => this.kill());
    this.#child.once("close", (code, signal) => {
      this.#ready = false;
      const reason = signal === null ? `exit code ${code}` : `signal ${signal}`;
      this.#opening.reject(new Error(`the process ended while it opened: ${reason}`));
      ending.resolve(reason);
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get ready(): boolean {
    return this.#ready;
  }

  send(message: Sent): void {
    this.#child.send(message, (error) => {
      if (error !== null) this.kill();
    });
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }

  #receive(message: Opening<Opened> | Received): void {
    const said = message as Opening<Opened>;
    if (said.kind === "progress") this.#events.progress(said.progress);
    else if (said.kind === "ready") {
      this.#ready = true;
      this.#opening.resolve(said.opened);
    } else if (said.kind === "unable") this.#opening.reject(new Error(said.message));
    else this.#events.message(message as Received);
  }
}

/** Variables that a child needs: for programs, libraries and devices, and for how numbers are computed. */
const ALLOWED = /^(PATH|HOME|TMPDIR|TZ|LANG|LC_\w+|LD_LIBRARY_PATH|MALLOC_\w+|(CUDA|NVIDIA|OMP)_\w+)$/;

/**
 * Keeps glibc from retaining many times the memory of a large image, as it would with one arena for each
 * native thread. Allocations of 8 MiB and more come from the system and return to it when freed. By default
 * glibc would raise that threshold to 32 MiB, and retain 170 MB of a page of 30 megapixels.
 */
const MEMORY = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: `${8 * 2 ** 20}`,
  MALLOC_TRIM_THRESHOLD_: `${8 * 2 ** 20}`,
} as const;

/**
 * The environment of a child. An inference worker decodes untrusted uploads, so it gets only the variables
 * that it needs: any other variable of the service may be a secret.
 */
export function childEnvironment(): NodeJS.ProcessEnv {
  const needed = Object.entries(process.env).filter(([name]) => ALLOWED.test(name));
  return { ...MEMORY, ...Object.fromEntries(needed) };
}
