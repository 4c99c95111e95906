import { EventEmitter } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Progress } from "../processes/child.ts";
import { areHopeless, type BackOff, Keeper } from "../processes/keeper.ts";
import { makeSocketFolder, sweepSocketFolders } from "../processes/socket-folders.ts";
import type { SessionOptions } from "../runtime/session.ts";
import type { BatchRun, BatchTimes, GpuWorkerInfo, GpuWorkerStart } from "./messages.ts";
import { GpuWorkerProcess } from "./process.ts";
import type { GpuWorkerPlace, GpuWorkerSettings } from "./settings.ts";

/** A GPU worker that has served for two seconds restarts at once, because people's calls wait for it. */
const BACK_OFF: BackOff = { first: 50, most: 10_000, youth: 2_000 };

/** Bytes of a Unix socket's path, of which the last is a zero (`sockaddr_un`). */
const PATH_LIMIT = 107;
/** More than a GPU worker's place ever has: one every 50 ms for a year. */
const MOST_PROCESSES = 999_999_999;

/** Temporary socket path of a process until it takes over; each process of a GPU worker has its own. */
const ownSocket = (socket: string, process: number) => `${socket}.${process}`;

interface GpuWorkerHostEvents {
  progress: [progress: Progress];
  gpu_worker_ready: [device: string, pid: number | undefined];
  gpu_worker_lost: [device: string, pid: number | undefined, reason: string];
  /** Devices that are up, whenever their number changes. */
  up: [count: number];
  batch: [device: string, batch: BatchRun];
  /** No device can be started; the process should say why and end. */
  hopeless: [reason: string];
}

interface GpuWorkerHostSettings extends GpuWorkerSettings {
  readonly modelsDir: string;
  readonly session: SessionOptions;
}

/** A supervised device, and its sockets for workers, one for each of its lanes. */
interface KeptGpuWorker {
  readonly name: string;
  readonly sockets: readonly string[];
  readonly keeper: Keeper<GpuWorkerProcess, GpuWorkerInfo>;
}

/**
 * The GPU workers of a host, one for each GPU, each replaced when it dies. Does nothing without GPU workers.
 * Throws an `Error` if the folder for temporary files has a name too long for a socket.
 */
export class GpuWorkerHost extends EventEmitter<GpuWorkerHostEvents> {
  /** Only this user may enter it, because any client of a socket can run the models. */
  readonly #folder: string | undefined;
  readonly #gpuWorkers: readonly KeptGpuWorker[];

  constructor(settings: GpuWorkerHostSettings) {
    super();
    const { gpuWorkers } = settings;
    this.#folder = gpuWorkers.length === 0 ? undefined : makeSocketFolder("device");
    this.#gpuWorkers = gpuWorkers.map((place, i) => this.#keep(settings, place, join(this.#folder!, `${i}`)));
  }

  /** Socket paths of each GPU worker: one for each of its lanes. */
  get sockets(): (readonly string[])[] {
    return this.#gpuWorkers.map(({ sockets }) => sockets);
  }

  get up(): number {
    return this.#gpuWorkers.filter(({ keeper }) => keeper.up).length;
  }

  /** Whether GPU workers run all the models that workers need from them. */
  get serving(): boolean {
    return this.#gpuWorkers.length === 0 || this.up > 0;
  }

  /** Of each GPU worker by its name: whether it is up, and how many processes were started for dead ones. */
  get states(): { device: string; up: boolean; restarts: number }[] {
    return this.#gpuWorkers.map(({ name, keeper }) => ({
      device: name,
      up: keeper.up,
      restarts: keeper.restarts,
    }));
  }

  /**
   * Removes files that dead hosts left. Starts the first device alone, so that models are converted once.
   * Rejects with the reason if a GPU worker cannot open.
   */
  async start(): Promise<void> {
    if (this.#folder !== undefined) await sweepSocketFolders("device");
    const [first, ...others] = this.#gpuWorkers;
    const open = async ({ name, keeper }: KeptGpuWorker) => {
      await keeper.open().catch((error: Error) => {
        throw new Error(`device ${name}: ${error.message}`, { cause: error });
      });
    };
    if (first !== undefined) await open(first);
    await Promise.all(others.map(open));
  }

  /** Ends every GPU worker for good. */
  async close(): Promise<void> {
    await Promise.all(this.#gpuWorkers.map(({ keeper }) => keeper.close()));
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }

  #keep(
    { modelsDir, session, tf32 }: GpuWorkerHostSettings,
    place: GpuWorkerPlace,
    path: string,
  ): KeptGpuWorker {
    const { name } = place;
    const sockets = Array.from({ length: place.lanes }, (_, lane) => `${path}-${lane}`);
    if (Buffer.byteLength(ownSocket(sockets.at(-1)!, MOST_PROCESSES)) > PATH_LIMIT) {
      throw new Error(`settings: TMPDIR is too long for a socket: ${path}`);
    }
    let processes = 0;
    let times: BatchTimes | undefined;
    const begin = () => {
      const number = processes++;
      const own = sockets.map((socket) => ownSocket(socket, number));
      const start: GpuWorkerStart = { modelsDir, session, tf32, sockets: own, times };
      return new GpuWorkerProcess(start, place, {
        timed: (measured) => {
          times = measured;
        },
        progress: (progress) => this.emit("progress", progress),
        ran: (batch) => this.emit("batch", name, batch),
      });
    };
    const keeper = new Keeper<GpuWorkerProcess, GpuWorkerInfo>(begin, BACK_OFF, {
      opened: () => {
        // Only after it was accepted: a rejected process must not take connections from the one that stays.
        keeper.process!.takeOver(sockets);
        this.emit("gpu_worker_ready", name, keeper.process?.pid);
        this.emit("up", this.up);
      },
      lost: (reason) => {
        this.emit("gpu_worker_lost", name, keeper.process?.pid, reason);
        this.emit("up", this.up);
        if (areHopeless(this.#gpuWorkers.map(({ keeper }) => keeper))) this.emit("hopeless", reason);
      },
    });
    return { name, sockets, keeper };
  }
}
