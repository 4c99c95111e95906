import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** A way to call a tool: its command, and the arguments that make it tell its version. */
export interface Candidate {
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

/** The first way that works here, and what it says of its version. */
export function find(
  candidates: readonly Candidate[],
): (Pick<Candidate, "command"> & { readonly version: string }) | undefined {
  for (const { command, version } of candidates) {
    const { ok, output } = run([...command, ...version]);
    if (ok) return { command, version: /v?\d+(\.\d+)+[\w.+-]*/.exec(output)?.[0] ?? "of unknown version" };
  }
  return undefined;
}
