import { EventEmitter } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Progress } from "../processes/child.ts";
import { areHopeless, type BackOff, Keeper } from "../processes/keeper.ts";
import { makeSocketFolder, sweepSocketFolders } from "../processes/socket-folders.ts";
import type { SessionOptions } from "../runtime/session.ts";
import type { BatchRun, BatchTimes, DeviceInfo, DeviceStart } from "./messages.ts";
import { DeviceProcess } from "./process.ts";
import type { DevicePlace, DeviceSettings } from "./settings.ts";

/** A device that has served for two seconds restarts at once, because people's calls wait for it. */
const BACK_OFF: BackOff = { first: 50, most: 10_000, youth: 2_000 };

/** Bytes of a Unix socket's path, of which the last is a zero (`sockaddr_un`). */
const PATH_LIMIT = 107;
/** More than a device's place ever has: one every 50 ms for a year. */
const MOST_PROCESSES = 999_999_999;

/** Temporary socket path of a process until it takes over; each process of a device has its own. */
const ownSocket = (socket: string, process: number) => `${socket}.${process}`;

interface DeviceHostEvents {
  progress: [progress: Progress];
  device_ready: [device: string, pid: number | undefined];
  device_lost: [device: string, pid: number | undefined, reason: string];
  /** Devices that are up, whenever their number changes. */
  up: [count: number];
  batch: [device: string, batch: BatchRun];
  /** No device can be started; the process should say why and end. */
  hopeless: [reason: string];
}

interface DeviceHostSettings extends DeviceSettings {
  readonly modelsDir: string;
  readonly session: SessionOptions;
}

/** A supervised device, and its sockets for workers, one for each of its lanes. */
interface KeptDevice {
  readonly name: string;
  readonly sockets: readonly string[];
  readonly keeper: Keeper<DeviceProcess, DeviceInfo>;
}

/**
 * The GPU workers of a host, one for each GPU, each replaced when it dies. Does nothing without devices.
 * Throws an `Error` if the folder for temporary files has a name too long for a socket.
 */
export class DeviceHost extends EventEmitter<DeviceHostEvents> {
  /** Only this user may enter it, because any client of a socket can run the models. */
  readonly #folder: string | undefined;
  readonly #devices: readonly KeptDevice[];

  constructor(settings: DeviceHostSettings) {
    super();
    const { devices } = settings;
    this.#folder = devices.length === 0 ? undefined : makeSocketFolder("device");
    this.#devices = devices.map((place, i) => this.#keep(settings, place, join(this.#folder!, `${i}`)));
  }

  /** Socket paths of each device: one for each of its lanes. */
  get sockets(): (readonly string[])[] {
    return this.#devices.map(({ sockets }) => sockets);
  }

  get up(): number {
    return this.#devices.filter(({ keeper }) => keeper.up).length;
  }

  /** Whether devices run all the models that workers need from them. */
  get serving(): boolean {
    return this.#devices.length === 0 || this.up > 0;
  }

  /** Of each device by its name: whether it is up, and how many processes were started for dead ones. */
  get states(): { device: string; up: boolean; restarts: number }[] {
    return this.#devices.map(({ name, keeper }) => ({
      device: name,
      up: keeper.up,
      restarts: keeper.restarts,
    }));
  }

  /**
   * Removes files that dead hosts left. Starts the first device alone, so that models are converted once.
   * Rejects with the reason if a device cannot open.
   */
  async start(): Promise<void> {
    if (this.#folder !== undefined) await sweepSocketFolders("device");
    const [first, ...others] = this.#devices;
    const open = async ({ name, keeper }: KeptDevice) => {
      await keeper.open().catch((error: Error) => {
        throw new Error(`device ${name}: ${error.message}`, { cause: error });
      });
    };
    if (first !== undefined) await open(first);
    await Promise.all(others.map(open));
  }

  /** Ends every device for good. */
  async close(): Promise<void> {
    await Promise.all(this.#devices.map(({ keeper }) => keeper.close()));
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }

  #keep({ modelsDir, session, tf32 }: DeviceHostSettings, place: DevicePlace, path: string): KeptDevice {
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
      const start: DeviceStart = { modelsDir, session, tf32, sockets: own, times };
      return new DeviceProcess(start, place, {
        timed: (measured) => {
          times = measured;
        },
        progress: (progress) => this.emit("progress", progress),
        ran: (batch) => this.emit("batch", name, batch),
      });
    };
    const keeper = new Keeper<DeviceProcess, DeviceInfo>(begin, BACK_OFF, {
      opened: () => {
        // Only after it was accepted: a rejected process must not take connections from the one that stays.
        keeper.process!.takeOver(sockets);
        this.emit("device_ready", name, keeper.process?.pid);
        this.emit("up", this.up);
      },
      lost: (reason) => {
        this.emit("device_lost", name, keeper.process?.pid, reason);
        this.emit("up", this.up);
        if (areHopeless(this.#devices.map(({ keeper }) => keeper))) this.emit("hopeless", reason);
      },
    });
    return { name, sockets, keeper };
  }
}
