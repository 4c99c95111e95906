import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Fault as NetworkFault } from "../../../test/harness/stack/fault-proxy.ts";
import { fill } from "./disks.ts";
import type { Rig } from "./rig.ts";

const ADMIN = join(import.meta.dirname, "../../../local/admin.ts");

/** Ends a fault. Throws with the problems found until then. */
type End = () => void | Promise<void>;

/** One line of the table: the fault, and how it is repaired. */
interface Fault {
  readonly name: string;
  /** Whether calls in progress may lose their connection, because the edge itself dies or restarts. */
  readonly cutsOff?: true;
  /** Whether it ends at once: the rest of the time is the recovery. */
  readonly isMoment?: true;
  /** Why this rig cannot try it; undefined if it can. */
  untried?(rig: Rig): string | undefined;
  /** Begins the fault. */
  begin(rig: Rig): End | Promise<End>;
}

type Part = "database" | "inference" | "edge";

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
  isMoment: true,
  ...(parts.includes("edge") ? { cutsOff: true } : {}),
  begin({ processes }) {
    // The whole group at once, as in a power failure: workerd and inference workers too.
    for (const part of parts) process.kill(-processes[part].pid, "SIGKILL");
    return () => undefined;
  },
});

/** An operator's action under load: it starts with the fault, and must finish before that ends. */
const done = (name: string, act: (rig: Rig) => Promise<unknown>): Fault => ({
  name,
  cutsOff: true,
  begin(rig) {
    const work = act(rig);
    // Its failure is reported when it is awaited.
    work.catch(() => undefined);
    return async () => void (await work);
  },
});

/** In a separate process: in this one it would delay the proxies. */
const rotateMasterKey = ({ disk }: Rig) =>
  promisify(execFile)(process.execPath, [ADMIN, "data-keys", "rotate"], {
    env: { ...process.env, SELFSAME_DATA: disk.path },
  });

const MOUNT = "needs the right to mount a disk";

const fullDisks: Fault = {
  name: "full disk under database and objects",
  untried: ({ disk, store }) => (disk.isOwn && store.isOwn ? undefined : MOUNT),
  begin({ disk, store }) {
    const ends = [fill(disk), fill(store)];
    return () => ends.forEach((end) => void end());
  },
};

const fullStore: Fault = {
  name: "store: its disk is full",
  untried: ({ store }) => (store.isOwn ? undefined : MOUNT),
  begin: ({ store }) => fill(store),
};

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
  fullDisks,
  fullStore,
  done("master key rotated", rotateMasterKey),
  done("INFERENCE_TOKEN rotated", (rig) => rig.rotateInferenceToken()),
  killed("database"),
  killed("inference"),
  killed("edge"),
  killed("database", "inference", "edge"),
];
