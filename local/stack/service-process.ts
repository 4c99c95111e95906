import { type ChildProcess, fork } from "node:child_process";
import { EventEmitter } from "node:events";
import { createInterface } from "node:readline";

const RESTART_PAUSE_MS = 500;
const MAX_RESTART_PAUSE_MS = 10_000;
/** One that has run for so long starts again without waiting. */
const SETTLED_MS = 30_000;

interface ServiceSpec {
  readonly name: string;
  /** Absolute path of its entry. */
  readonly script: string;
  readonly environment: Readonly<Record<string, string>>;
  /** That it was told to listen on. */
  readonly ports: readonly number[];
  /** What is added from the second start on, so that it comes back at the same address. */
  again(ready: Facts): Readonly<Record<string, string>>;
  /** How long it may take to end in order before it is killed. */
  readonly stopMs: number;
}

export type Facts = Readonly<Record<string, unknown>>;

interface Events {
  /** A line that the process said, other than `ready`. */
  event: [name: string, facts: Facts];
  /** It died and is started again after the pause. */
  lost: [how: string, pauseMs: number];
  /** It is back. */
  back: [];
}

/** A process of the stack that is started again whenever it dies, until it is told to stop. */
export class ServiceProcess extends EventEmitter<Events> {
  readonly #spec: ServiceSpec;
  #child: ChildProcess | undefined;
  #ready: Facts | undefined;
  #stopping = false;
  #pauseMs = 0;
  #retry: NodeJS.Timeout | undefined;

  constructor(spec: ServiceSpec) {
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

  /** Starts it and returns what it said when it was ready. Throws when it ends before that. */
  async start(): Promise<Facts> {
    const startedAt = Date.now();
    const child = this.#fork();
    this.#child = child;
    const ready = await this.#untilReady(child);
    this.#ready ??= ready;
    child.once("exit", (code, signal) => {
      killGroup(child);
      this.#restart(signal ?? `exit code ${code}`, startedAt);
    });
    return ready;
  }

  /** Asks it to end in order, and kills it when it takes too long. */
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
    const { script, environment, again } = this.#spec;
    const env = { ...process.env, ...environment, ...(this.#ready === undefined ? {} : again(this.#ready)) };
    // A group of its own: Ctrl-C reaches the stack alone, which then stops its processes in order.
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
    const settled = Date.now() - startedAt >= SETTLED_MS;
    this.#pauseMs = settled ? 0 : Math.min(this.#pauseMs * 2 || RESTART_PAUSE_MS, MAX_RESTART_PAUSE_MS);
    this.emit("lost", how, this.#pauseMs);
    this.#retry = setTimeout(() => {
      const again = Date.now();
      this.start().then(
        () => this.emit("back"),
        (error: Error) => this.#restart(error.message, again),
      );
    }, this.#pauseMs);
  }
}

/** What a killed process leaves behind, such as workerd or engines, would keep its ports. */
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
    // Not of ours: a library's own words.
  }
  return { event: "output", line };
}
