import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** How a tool is called: its command, and the arguments that make it tell its version. */
export interface Tool {
  readonly command: readonly [string, ...string[]];
  readonly version: readonly string[];
}

interface Outcome {
  readonly ok: boolean;
  readonly output: string;
}

const PATH = [join(ROOT, ".local/tools/bin"), process.env.PATH].join(delimiter);

/** Longest that a tool may take: promtool's tests take seconds. */
const TIMEOUT_MS = 120_000;

export function run([program = "", ...args]: readonly string[]): Outcome {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: "utf8",
    env: { ...process.env, PATH },
    timeout: TIMEOUT_MS,
  });
  return { ok: status === 0, output: `${stdout ?? ""}${stderr ?? ""}` };
}

/** What a tool says of its version; undefined where it is not there. */
export function versionOf({ command, version }: Tool): string | undefined {
  const { ok, output } = run([...command, ...version]);
  return ok ? (/v?\d+(\.\d+)+[\w.+-]*/.exec(output)?.[0] ?? "of unknown version") : undefined;
}
