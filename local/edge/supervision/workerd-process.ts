import childProcess, { type ChildProcess, type SpawnOptions } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { Listener } from "./listener.ts";

/** By it a workerd that miniflare starts is known as one of ours. */
const VARIABLE = "SELFSAME_WORKERD";
/** workerd's name for the first Worker's own socket, as miniflare gives it. */
const SOCKET = "direct:0:default";

const ours = new Map<string, WorkerdProcess>();

/**
 * The workerd that one miniflare runs, whichever it is at a time. Miniflare starts workerd with pipes alone
 * and tells no process: what it starts for us is told to workerd by `environment`, and gets our listener.
 */
export class WorkerdProcess {
  readonly #id = randomUUID();
  readonly #listener: Listener;
  #child: ChildProcess | undefined;
  #isListening = true;

  constructor(listener: Listener) {
    this.#listener = listener;
    ours.set(this.#id, this);
  }

  /** For miniflare's `unsafeRuntimeEnv`. */
  get environment(): Record<string, string> {
    return { [VARIABLE]: this.#id };
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /**
   * Tells workerd to drain and waits until it has ended, for at most so long; then kills it. On SIGTERM it
   * takes no new connection, answers what is under way, tells those clients that their connection ends, and
   * ends itself. 0: kills it at once.
   */
  async end(limitMs: number): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    if (limitMs > 0) {
      child.kill("SIGTERM");
      await Promise.race([ended, pause(limitMs, undefined, { ref: false })]);
    }
    child.kill("SIGKILL");
    await ended;
  }

  /** Lets go of the listener: no later workerd gets it. */
  release(): void {
    if (!this.#isListening) return;
    this.#isListening = false;
    ours.delete(this.#id);
    this.#listener.close();
  }

  start(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
    const [verb = "", ...rest] = args;
    const stdio = options.stdio as NonNullable<Exclude<SpawnOptions["stdio"], string>>;
    this.#child = spawn(command, [verb, `--socket-fd=${SOCKET}=${stdio.length}`, ...rest], {
      ...options,
      stdio: [...stdio, this.#listener.handle as never],
    });
    return this.#child;
  }
}

const { spawn } = childProcess;
// Miniflare calls it as a member of the module, so that it gets this one; who imports the name does not.
childProcess.spawn = ((...call: Parameters<typeof spawn>) => {
  const [command, args, options] = call;
  const own = ours.get(options?.env?.[VARIABLE] ?? "");
  return own === undefined ? spawn(...call) : own.start(command, args, options);
}) as typeof spawn;
