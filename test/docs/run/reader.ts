import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { type Block, pattern } from "./blocks.ts";

const BACKGROUND_MS = 60_000;

/** Replacements in a page's commands: addresses and ports of this machine. */
type Replacements = Readonly<Record<string, string>>;

/**
 * A reader who does what a page says, block by block, in one shell: `sh` is run, `sh background` is left
 * running, one of another terminal runs in the page's first folder, a block with a title is saved, and
 * `text` or `json` is compared with what was printed before it.
 */
export class Reader {
  readonly #folder: string;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #replacements: Replacements;
  readonly #port: number;
  readonly #shell: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #background: { readonly child: ChildProcess; output: string }[] = [];
  #cwd: string;
  #printed = "";
  #commands = 0;

  /**
   * @param port The port of the page's programs.
   */
  constructor(folder: string, environment: NodeJS.ProcessEnv, replacements: Replacements, port: number) {
    this.#folder = folder;
    this.#environment = environment;
    this.#replacements = replacements;
    this.#port = port;
    this.#cwd = folder;
    this.#shell = spawn("bash", ["-e"], { cwd: folder, env: environment });
    this.#lines = createInterface({ input: this.#shell.stdout! })[Symbol.asyncIterator]();
  }

  /** Runs a block. Throws if it fails or its output differs from the page's. */
  async follow({ language, title, background, inOtherTerminal, text: written }: Block): Promise<void> {
    const text = (inOtherTerminal ? `cd ${this.#folder}\n` : "") + this.#here(written);
    if (title !== undefined) return this.#save(title, text);
    if (language === "sh") return background ? this.#start(text) : this.#run(text);
    if (background) return this.#heard(text);
    if (language === "json") return expect(JSON.parse(this.#printed)).toEqual(shape(JSON.parse(text)));
    if (language === "text") return expect(this.#printed).toMatch(new RegExp(`^\\s*${pattern(text)}\\s*$`));
    throw new Error(`a block in ${language} is neither run nor saved`);
  }

  close(): void {
    this.#shell.kill();
    for (const { child } of this.#background) {
      // The group: npm does not pass signals on to all that it started.
      if (child.exitCode === null) process.kill(-child.pid!, "SIGTERM");
    }
  }

  #here(text: string): string {
    const words = Object.entries(this.#replacements);
    return words.reduce((changed, [word, here]) => changed.replaceAll(word, here), text);
  }

  #save(title: string, text: string): void {
    const file = join(this.#cwd, title);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  async #run(text: string): Promise<void> {
    const file = this.#file(text);
    this.#shell.stdin!.write(`source ${file} > ${file}.out 2> ${file}.err < /dev/null; pwd\n`);
    const { value, done } = await this.#lines.next();
    this.#printed = readFileSync(`${file}.out`, "utf8");
    if (done) throw new Error(`it failed:\n${text}${this.#printed}${readFileSync(`${file}.err`, "utf8")}`);
    this.#cwd = value;
  }

  /** Starts a command in a terminal of its own, with what the shell exports, until it is ready. */
  async #start(text: string): Promise<void> {
    const exported = join(this.#folder, ".exported");
    await this.#run(`export -p > ${exported}\n`);
    const script = `source ${exported}; source ${this.#file(text)}`;
    const child = spawn("bash", ["-ec", script], {
      cwd: this.#cwd,
      env: this.#environment,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const started = { child, output: "" };
    this.#background.push(started);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk: string) => (started.output += chunk));
    }
    const serves = !text.includes("webhooks listen");
    await this.#until(
      async () => {
        if (child.exitCode !== null) throw new Error(`it ended:\n${text}${started.output}`);
        return serves ? isOpen(this.#port) : started.output.includes("Forwarding");
      },
      () => `not ready:\n${text}${started.output}`,
    );
  }

  /** Waits until a command that runs has printed this. */
  async #heard(text: string): Promise<void> {
    const expected = new RegExp(pattern(text));
    const said = () => this.#background.map(({ output }) => output).join("");
    await this.#until(
      async () => expected.test(said()),
      () => `not printed:\n${text}but:\n${said()}`,
    );
  }

  async #until(holds: () => Promise<boolean>, why: () => string): Promise<void> {
    const deadline = Date.now() + BACKGROUND_MS;
    while (!(await holds())) {
      if (Date.now() > deadline) throw new Error(why());
      await sleep(50);
    }
  }

  #file(text: string): string {
    const file = join(this.#folder, `.command-${++this.#commands}`);
    writeFileSync(file, text);
    return file;
  }
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, "localhost");
  const opened = await Promise.race([
    once(socket, "connect").then(() => true),
    once(socket, "error").then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return opened;
}

/** A matcher for a shown response: its fields must be equal; an ellipsis matches any text. */
function shape(shown: unknown): unknown {
  if (typeof shown === "string") return shown.includes("…") ? expect.stringMatching(exactly(shown)) : shown;
  if (Array.isArray(shown)) return shown.map(shape);
  if (typeof shown !== "object" || shown === null) return shown;
  return expect.objectContaining(
    Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, shape(value)])),
  );
}

const exactly = (shown: string) => new RegExp(`^${pattern(shown)}$`);
