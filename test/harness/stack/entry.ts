import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

const ROOT = join(import.meta.dirname, "../../..");

/** One of the programs that an operator starts, with an environment of its own. */
export class Entry {
  readonly #child: ChildProcess;
  readonly #events: Record<string, unknown>[] = [];
  #waiting: (() => void)[] = [];
  out = "";
  err = "";

  constructor(script: string, args: readonly string[], environment: Readonly<Record<string, string>>) {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...environment };
    this.#child = spawn(process.execPath, [join(ROOT, script), ...args], { cwd: ROOT, env });
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => (this.err += text));
    if (this.#child.stdout === null) throw new Error("stdout is no pipe");
    createInterface({ input: this.#child.stdout }).on("line", (line) => {
      this.out += `${line}\n`;
      if (line.startsWith("{")) this.#events.push(JSON.parse(line));
      this.#wake();
    });
    this.#child.once("close", () => this.#wake());
  }

  #wake() {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** The first event of this name, once it is logged. Throws if the program ends before. */
  async event(name: string): Promise<Record<string, unknown>> {
    for (;;) {
      const found = this.#events.find(({ event }) => event === name);
      if (found !== undefined) return found;
      if (this.#child.exitCode !== null) throw new Error(`it ended before ${name}:\n${this.out}${this.err}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** The exit code, once the process has ended. */
  async ended(): Promise<number | null> {
    if (this.#child.exitCode === null) await once(this.#child, "close");
    return this.#child.exitCode;
  }

  /** The exit code after a SIGTERM. */
  async stop(): Promise<number | null> {
    this.#child.kill("SIGTERM");
    return this.ended();
  }
}
