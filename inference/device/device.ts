import { setPriority } from "node:os";
import { Worker } from "node:worker_threads";
import type { Opening, Progress } from "../processes/child.ts";
import { findCuda } from "../runtime/cuda-findings.ts";
import { cudaUnavailable } from "../runtime/cuda-needs.ts";
import type { DeviceInfo, DeviceStart, FromDevice, LaneStart, ToDevice } from "./messages.ts";

/** Engines wait for a device, and whoever checks the service's health waits for neither. */
const NICENESS = 9;

/**
 * The entry of a device process: keeps its lanes, and ends with the first that fails. Threads share what a
 * GPU has once for each process, and while one of them reads and answers another lets the GPU compute.
 */
async function main(): Promise<void> {
  setPriority(NICENESS);
  // A signal to the process group is the service's to handle: it drains, then ends its devices.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
  process.on("disconnect", leave);
  const start = JSON.parse(process.argv[2]!) as DeviceStart;
  const lanes = await openLanes(start);
  const info = await lanes[0]!.opened;
  process.on("message", (message: ToDevice) => {
    Promise.all(lanes.map((lane) => lane.check(message))).then(() => send({ kind: "well" }));
  });
  if (info.provider !== start.session.provider) {
    console.warn(`${cudaUnavailable(await findCuda(start.session.deviceId))} Running on the CPU instead.`);
  }
  send({ kind: "ready", opened: info });
}

/**
 * The first lane opens alone where it must take the times of the batch sizes, which another would spoil; the
 * others believe them. Where an earlier process has taken them, all open at once.
 */
async function openLanes({ sockets, ...start }: DeviceStart): Promise<Lane[]> {
  let done = 0;
  const progress = ({ model, total }: Progress) =>
    send({ kind: "progress", progress: { model, done: ++done, total: sockets.length * total } });
  const lanes: Lane[] = [];
  let { times } = start;
  for (const socket of sockets) {
    const lane = new Lane({ ...start, times, socket }, progress);
    lanes.push(lane);
    if (times === undefined) await lane.opened;
    times ??= lane.times;
  }
  await Promise.all(lanes.map(({ opened }) => opened));
  return lanes;
}

/** A thread with nets and a socket of its own. Whatever ends it ends the process. */
class Lane {
  readonly opened: Promise<DeviceInfo>;
  /** What it measured of the batch sizes, once it has opened. */
  times: LaneStart["times"];
  readonly #worker: Worker;
  readonly #opening = Promise.withResolvers<DeviceInfo>();
  #checking = Promise.withResolvers<void>();

  constructor(start: LaneStart, progress: (progress: Progress) => void) {
    this.opened = this.#opening.promise;
    this.#worker = new Worker(`${import.meta.dirname}/lane/lane.ts`, { workerData: start });
    this.#worker.on("message", (said: FromDevice | Opening<DeviceInfo>) => {
      if (said.kind === "progress") progress(said.progress);
      else if (said.kind === "ready") this.#opening.resolve(said.opened);
      else if (said.kind === "well") this.#checking.resolve();
      else if (said.kind === "unable" || said.kind === "broken") end(said);
      else {
        if (said.kind === "timed") this.times = said.times;
        send(said);
      }
    });
    this.#worker.on("error", (error) => end({ kind: "broken", message: (error as Error).message }));
    this.#worker.on("exit", (code) => end({ kind: "broken", message: `a lane ended with ${code}` }));
  }

  /** Resolves once its nets have answered what they answered at first. */
  check(probe: ToDevice): Promise<void> {
    this.#checking = Promise.withResolvers();
    this.#worker.postMessage(probe);
    return this.#checking.promise;
  }
}

function send(message: FromDevice | Opening<DeviceInfo>): void {
  process.send!(message);
}

/** `process.exit` would wait for its lanes, and a GPU that hangs holds them for ever. */
const leave = () => process.kill(process.pid, "SIGKILL");

const end = (message: FromDevice | Opening<DeviceInfo>) => process.send!(message, leave);

await main();
