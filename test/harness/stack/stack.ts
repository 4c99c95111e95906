import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");

/** `stack.json` (contract §12.1), as far as callers read it. */
export interface StackFacts {
  readonly api: string;
  readonly public_url: string;
  readonly dashboard: string;
  readonly grpc: string;
  readonly metrics: string;
  readonly tenant_id: string;
  readonly keys: { readonly test: string; readonly live: string };
  readonly login: { readonly email: string; readonly password: string };
  readonly pids: { readonly edge: number; readonly inference: number; readonly database: number };
}

export interface Stack {
  readonly facts: StackFacts;
  readonly dataFolder: string;
  /** Runs `npm run admin` against this stack; answers its JSON, throws with its message when it rejects. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads foreign JSON and asserts on it field by field.
  admin(...words: string[]): Promise<any>;
  /** Stops it as Ctrl-C does and removes its data folder; resolves with the exit code. */
  stop(): Promise<number | null>;
}

/**
 * Starts the whole stack as a user would, as processes of its own, on free ports, and on a folder of its own
 * unless SELFSAME_DATA names one.
 */
export async function startStack(
  environment: Record<string, string> = {},
  say: (line: string) => void = () => {},
): Promise<Stack> {
  const dataFolder = environment.SELFSAME_DATA ?? (await mkdtemp(join(tmpdir(), "selfsame-stack-")));
  const env = { ...process.env, PORT: "0", SELFSAME_DATA: dataFolder, ...environment };
  const child = spawn(process.execPath, [join(ROOT, "local/start.ts")], { cwd: ROOT, env });
  const output = collect(child, say);
  const stackFile = join(dataFolder, "stack.json");
  const facts = await Promise.race([
    waitForFile(stackFile),
    once(child, "exit").then(([code]) => {
      throw new Error(`the stack ended with ${code}:\n${output()}`);
    }),
  ]).catch((error: unknown) => {
    child.kill("SIGTERM");
    throw error;
  });
  return {
    facts: JSON.parse(facts) as StackFacts,
    dataFolder,
    admin: (...words) => admin(words, env),
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      await rm(dataFolder, { recursive: true, force: true });
      return child.exitCode;
    },
  };
}

/** Keeps the process's output, for the error message. */
function collect(child: ChildProcess, say: (line: string) => void): () => string {
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      for (const line of chunk.split("\n").filter(Boolean)) say(line);
    });
  }
  return () => text.slice(-4_000);
}

async function waitForFile(path: string, timeoutMs = 120_000): Promise<string> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
    if (text !== undefined) return text;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${path} was not written within ${timeoutMs} ms`);
}

async function admin(words: readonly string[], env: NodeJS.ProcessEnv): Promise<unknown> {
  const child = spawn(process.execPath, [join(ROOT, "local/admin.ts"), ...words, "--json"], {
    cwd: ROOT,
    env,
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(stderr.trim() || `admin ended with ${code}`);
  return JSON.parse(stdout);
}
