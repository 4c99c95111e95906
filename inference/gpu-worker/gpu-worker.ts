import { setPriority } from "node:os";
import { Worker } from "node:worker_threads";
import type { Opening, Progress } from "../processes/child.ts";
import { findCuda } from "../runtime/cuda-findings.ts";
import { cudaUnavailable } from "../runtime/cuda-needs.ts";
import {
  type BatchTimes,
  type FromGpuWorker,
  type FromLane,
  GPU_WORKER_NICENESS,
  type GpuWorkerInfo,
  type GpuWorkerStart,
  type LaneStart,
  type ToGpuWorker,
  type ToLane,
} from "./messages.ts";

/**
 * Entry point of a GPU worker: starts its lanes and ends when the first of them fails. Threads share what a
 * GPU allocates once for each process. While one thread reads and answers, another lets the GPU compute.
 */
async function main(): Promise<void> {
  setPriority(GPU_WORKER_NICENESS);
  // A signal to the process group is the service's to handle: it drains, then ends its GPU workers.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
  process.on("disconnect", leave);
  const start = JSON.parse(process.argv[2]!) as GpuWorkerStart;
  const { lanes, info } = await openLanes(start);
  process.on("message", (message: ToGpuWorker) => {
    Promise.all(lanes.map((lane) => lane.check(message))).then(() => send({ kind: "well" }));
  });
  if (info.provider !== start.session.provider) {
    console.warn(`${cudaUnavailable(await findCuda(start.session.deviceId))} Running on the CPU instead.`);
  }
  send({ kind: "ready", opened: info });
}

/**
 * Opens all lanes at once, which takes a GPU many seconds. The first lane then measures the batch sizes
 * alone, since other lanes would distort the times. Skipped if an earlier process has measured them.
 */
async function openLanes({
  sockets,
  times,
  ...start
}: GpuWorkerStart): Promise<{ lanes: Lane[]; info: GpuWorkerInfo }> {
  let done = 0;
  const progress = ({ model, total }: Progress) =>
    send({ kind: "progress", progress: { model, done: ++done, total: sockets.length * total } });
  const lanes = sockets.map((socket) => new Lane({ ...start, socket }, progress));
  await Promise.all(lanes.map(({ warm }) => warm));
  const known = times ?? (await lanes[0]!.takeTimes());
  send({ kind: "timed", times: known });
  const [info] = await Promise.all(lanes.map((lane) => lane.serve(known)));
  return { lanes, info: info! };
}

/** A thread with models and its own socket. If it ends, the process ends. */
class Lane {
  readonly #worker: Worker;
  readonly #warm = Promise.withResolvers<void>();
  readonly #timed = Promise.withResolvers<BatchTimes>();
  readonly #opened = Promise.withResolvers<GpuWorkerInfo>();
  #checked = Promise.withResolvers<void>();

  constructor(start: LaneStart, progress: (progress: Progress) => void) {
    this.#worker = new Worker(`${import.meta.dirname}/lane/lane.ts`, { workerData: start });
    this.#worker.on("message", (said: FromLane | Opening<GpuWorkerInfo>) => {
      if (said.kind === "progress") progress(said.progress);
      else if (said.kind === "warm") this.#warm.resolve();
      else if (said.kind === "timed") this.#timed.resolve(said.times);
      else if (said.kind === "ready") this.#opened.resolve(said.opened);
      else if (said.kind === "well") this.#checked.resolve();
      else if (said.kind === "batches") send(said);
      else end(said);
    });
    this.#worker.on("error", (error) => end({ kind: "broken", message: (error as Error).message }));
    this.#worker.on("exit", (code) => end({ kind: "broken", message: `a lane ended with ${code}` }));
  }

  /** Resolves when its models are open and no call will be slow because it is the first. */
  get warm(): Promise<void> {
    return this.#warm.promise;
  }

  takeTimes(): Promise<BatchTimes> {
    this.#worker.postMessage({ kind: "time" } satisfies ToLane);
    return this.#timed.promise;
  }

  /** Serves workers from now on. */
  serve(times: BatchTimes): Promise<GpuWorkerInfo> {
    this.#worker.postMessage({ kind: "serve", times } satisfies ToLane);
    return this.#opened.promise;
  }

  /** Resolves once its models have returned the same answers as at the start. */
  check(probe: ToGpuWorker): Promise<void> {
    this.#checked = Promise.withResolvers();
    this.#worker.postMessage(probe);
    return this.#checked.promise;
  }
}

function send(message: FromGpuWorker | Opening<GpuWorkerInfo>): void {
  process.send!(message);
}

/** `process.exit` would wait for its lanes, and a GPU that hangs holds them for ever. */
const leave = () => process.kill(process.pid, "SIGKILL");

const end = (message: FromGpuWorker | Opening<GpuWorkerInfo>) => process.send!(message, leave);

await main();
