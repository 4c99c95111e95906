import { type ChildProcess, fork, spawn } from "node:child_process";
import { EventEmitter } from "node:events";
import { createInterface } from "node:readline";

const RESTART_PAUSE_MS = 500;
const MAX_RESTART_PAUSE_MS = 10_000;
/** A process that has run for this long is started again without a pause. */
const SETTLED_MS = 30_000;

interface ProcessSpec {
  readonly name: string;
  /** Absolute path of its entry. */
  readonly script: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Ports that its environment gives it to listen on. */
  readonly ports: readonly number[];
  /** Variables to add when it is started again, so that it comes back at the address of its first `ready`. */
  onRestart(ready: Facts): Readonly<Record<string, string>>;
  /** Milliseconds for an orderly end, after which it is killed. */
  readonly stopMs: number;
}

/** The fields of an event that a process logs, beside its name. */
export type Facts = Readonly<Record<string, unknown>>;

interface Events {
  /** An event of the process other than `ready`. */
  event: [name: string, facts: Facts];
  /** It died, and is started again after the pause. */
  lost: [how: string, pauseMs: number];
  /** It was started again and is ready. */
  back: [];
}

/** A child process that is started again whenever it dies, until `stop`. */
export class SupervisedProcess extends EventEmitter<Events> {
  readonly #spec: ProcessSpec;
  #child: ChildProcess | undefined;
  #ready: Facts | undefined;
  #stopping = false;
  #pauseMs = 0;
  #retry: NodeJS.Timeout | undefined;

  constructor(spec: ProcessSpec) {
    super();
    this.#spec = spec;
  }

  get name(): string {
    return this.#spec.name;
  }

  get ports(): readonly number[] {
    return this.#spec.ports;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Starts it and returns the facts of its `ready` event. Throws when it ends before that. */
  async start(): Promise<Facts> {
    const startedAt = performance.now();
    const child = this.#fork();
    this.#child = child;
    if (child.pid !== undefined) child.once("exit", guard(child.pid));
    const ready = await this.#untilReady(child);
    this.#ready ??= ready;
    child.once("exit", (code, signal) => {
      killGroup(child);
      this.#restart(signal ?? `exit code ${code}`, startedAt);
    });
    return ready;
  }

  /** Ends it in order; kills it when it takes longer than `stopMs`. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#retry);
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    const killer = setTimeout(() => child.kill("SIGKILL"), this.#spec.stopMs);
    child.kill("SIGTERM");
    await gone;
    clearTimeout(killer);
  }

  #fork(): ChildProcess {
    const { script, environment, onRestart } = this.#spec;
    const env = {
      ...process.env,
      ...environment,
      ...(this.#ready === undefined ? {} : onRestart(this.#ready)),
    };
    // A process group of its own, so that Ctrl-C reaches the stack alone, which then stops its processes in
    // order.
    return fork(script, [], { env, stdio: ["ignore", "pipe", "inherit", "ipc"], detached: true });
  }

  #untilReady(child: ChildProcess): Promise<Facts> {
    return new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code, signal) =>
        reject(new Error(`${this.#spec.name} ended before it was ready (${signal ?? `exit code ${code}`})`)),
      );
      if (child.stdout === null) throw new Error("the child's stdout is not a pipe");
      createInterface({ input: child.stdout }).on("line", (line) => {
        const { event, ...facts } = parseLine(line);
        if (event === "ready") resolve(facts);
        else this.emit("event", event, facts);
      });
    });
  }

  #restart(how: string, startedAt: number): void {
    if (this.#stopping) return;
    const settled = performance.now() - startedAt >= SETTLED_MS;
    this.#pauseMs = settled ? 0 : Math.min(this.#pauseMs * 2 || RESTART_PAUSE_MS, MAX_RESTART_PAUSE_MS);
    this.emit("lost", how, this.#pauseMs);
    this.#retry = setTimeout(() => {
      const again = performance.now();
      this.start().then(
        () => this.emit("back"),
        (error: Error) => this.#restart(error.message, again),
      );
    }, this.#pauseMs);
  }
}

/** Kills the children of a dead process, such as workerd or inference workers, which would keep its ports. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function parseLine(line: string): { event: string } & Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null && "event" in value) {
      return { ...value, event: String(value.event) };
    }
  } catch {
    // Not JSON: a library's own words, reported as `output`.
  }
  return { event: "output", line };
}

/**
 * Waits for a line. The end of its input, without one, means that the writer is dead: then it kills the
 * group.
 */
const SCRIPT = 'read -r _ || kill -s KILL -- "-$1"';

/**
 * Kills the process group of `pid` as soon as this process is dead, even by SIGKILL: its children, such as
 * workerd, would keep their ports, and no later start could have them. A shell of its own waits for that,
 * since a process that is killed cannot. The returned function dismisses it.
 */
function guard(pid: number): () => void {
  const shell = spawn("/bin/sh", ["-c", SCRIPT, "selfsame-guard", `${pid}`], {
    stdio: ["pipe", "ignore", "ignore"],
    // A session of its own: Ctrl-C is for the stack alone, which stops its processes in order.
    detached: true,
  });
  // A shell that is gone can be told nothing.
  shell.stdin.on("error", () => undefined);
  shell.unref();
  return () => void shell.stdin.end("\n");
}
