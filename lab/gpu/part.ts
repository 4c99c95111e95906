import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readMaterial } from "./material.ts";
import { PARTS } from "./parts.ts";
import type { Rig, RunFigure } from "./rig.ts";

/** What the process of a part is told, as JSON; `material` is its folder. */
export interface PartStart extends Omit<Rig, "material"> {
  readonly part: string;
  readonly material: string;
}

/** What a terminal or a supervisor ends this process with; a part is in a group of its own. */
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

type Said = { readonly figure: RunFigure } | { readonly failure: string };

/**
 * Measures one part in a process of its own, which is ended with all that it started after so many
 * milliseconds: one that hangs must not take the time of those after it, on a machine that is lent for
 * minutes. Resolves with why it failed; undefined where it did not.
 */
export async function runPart(
  start: PartStart,
  limit: number,
  tell: (figure: RunFigure) => void,
): Promise<string | undefined> {
  // A group of its own, so that what it started can be ended with it.
  const child = fork(import.meta.filename, [JSON.stringify(start)], { detached: true });
  let failure: string | undefined;
  child.on("message", (said: Said) => {
    if ("figure" in said) tell(said.figure);
    else failure = said.failure;
  });
  const late = setTimeout(() => {
    failure = `it took more than ${limit / 1_000} s`;
    endGroup(child);
  }, limit);
  const stopped = () => {
    endGroup(child);
    process.exit(1);
  };
  for (const signal of SIGNALS) process.on(signal, stopped);
  const [code, signal] = await once(child, "close");
  for (const signal of SIGNALS) process.off(signal, stopped);
  clearTimeout(late);
  endGroup(child);
  return failure ?? (code === 0 ? undefined : `its process ended with ${code ?? signal}`);
}

/** Ends what is left of the processes that a part has started. */
function endGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-pid!, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function main({ part, material, ...rig }: PartStart): Promise<void> {
  const say = (said: Said) => process.send!(said);
  try {
    for await (const figure of PARTS[part]!.measure({ ...rig, material: readMaterial(material) })) {
      say({ figure });
    }
  } catch (error) {
    say({ failure: (error as Error).message });
  }
  process.disconnect();
}

if (import.meta.main) await main(JSON.parse(process.argv[2]!) as PartStart);
