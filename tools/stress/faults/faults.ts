import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Fault as NetworkFault } from "../../../test/harness/stack/fault-proxy.ts";
import type { Rig } from "./rig.ts";

/** One line of the table: what is broken, and how it is mended. */
interface Fault {
  readonly name: string;
  /** Whether calls under way may lose their connection: where the edge itself dies. */
  readonly cutsOff?: true;
  /** Why this rig cannot try it; absent where it can. */
  untried?(rig: Rig): string | undefined;
  /** Begins the fault; what it returns ends it. */
  begin(rig: Rig): () => void;
}

type Part = keyof Rig["processes"];

const stopped = (part: Part): Fault => ({
  name: `${part} stopped (SIGSTOP)`,
  begin({ processes }) {
    const { pid } = processes[part];
    process.kill(pid, "SIGSTOP");
    return () => void process.kill(pid, "SIGCONT");
  },
});

const network = (part: keyof Rig["proxies"], fault: NetworkFault): Fault => ({
  name: `network to ${part}: ${fault}`,
  begin({ proxies }) {
    proxies[part].fault = fault;
    return () => {
      proxies[part].fault = "pass";
    };
  },
});

const killed = (...parts: Part[]): Fault => ({
  name: `${parts.join(", ")} killed (SIGKILL)`,
  ...(parts.includes("edge") ? { cutsOff: true } : {}),
  begin({ processes }) {
    // The whole group at once, as a machine that loses power: workerd and engines with it.
    for (const part of parts) process.kill(-processes[part].pid, "SIGKILL");
    return () => undefined;
  },
});

const fullDisk: Fault = {
  name: "full disk under database and objects",
  untried: ({ disk }) => (disk.isOwn ? undefined : "needs the right to mount a tmpfs"),
  begin({ disk }) {
    const filler = join(disk.path, "filler");
    fill(filler);
    return () => rmSync(filler);
  },
};

/** Writes until nothing more fits. */
function fill(path: string): void {
  const file = openSync(path, "w");
  try {
    for (let bytes = Buffer.alloc(1024 * 1024); bytes.length > 0; ) {
      try {
        writeSync(file, bytes);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
        bytes = bytes.subarray(0, bytes.length >> 1);
      }
    }
  } finally {
    closeSync(file);
  }
}

/** A further kind of bad day is a further line. */
export const FAULTS: readonly Fault[] = [
  stopped("database"),
  network("database", "silent"),
  network("database", "mute"),
  network("database", "drip"),
  stopped("inference"),
  network("inference", "silent"),
  network("inference", "drip"),
  network("receiver", "silent"),
  network("receiver", "drip"),
  fullDisk,
  killed("database"),
  killed("inference"),
  killed("edge"),
  killed("database", "inference", "edge"),
];
