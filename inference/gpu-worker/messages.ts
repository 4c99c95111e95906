import type { Task } from "../bundle/manifest.ts";
import type { Provider, SessionOptions } from "../runtime/session.ts";

/** A batch size of a model, and how long the model takes for one of that size: as it was measured here. */
export interface Bucket {
  readonly size: number;
  /** Milliseconds. */
  readonly time: number;
}

/** The times of each model's batch sizes, by its task. */
export type BatchTimes = Readonly<Partial<Record<Task, readonly Bucket[]>>>;

/** Nice value of GPU workers: higher than the service's, so that health checks need not wait for them. */
export const GPU_WORKER_NICENESS = 9;

/** The one argument of a GPU worker, as JSON. */
export interface GpuWorkerStart {
  readonly modelsDir: string;
  readonly session: SessionOptions;
  readonly tf32: boolean;
  /** Paths of the Unix sockets that it listens on, one for each of its lanes: no other process has them. */
  readonly sockets: readonly string[];
  /** Times that an earlier process measured here; undefined for the first one. */
  readonly times?: BatchTimes | undefined;
}

/** Input of one lane of a GPU worker. */
export type LaneStart = Omit<GpuWorkerStart, "sockets" | "times"> & { readonly socket: string };

/** The models of a GPU worker; a worker accepts it only if these are the models of its own bundle. */
export interface GpuWorkerInfo {
  readonly provider: Provider;
  /** Whether a GPU rounds to TensorFloat-32 within the models. */
  readonly tf32: boolean;
  readonly models: readonly GpuModelInfo[];
}

export interface GpuModelInfo {
  readonly task: Task;
  readonly version: string;
  readonly input: string;
  readonly outputs: readonly string[];
  /** Shape of one item, without the batch. */
  readonly item: readonly number[];
}

/** One batch that a GPU worker ran. */
export interface BatchRun {
  readonly model: Task;
  readonly items: number;
  /** Seconds that its first item waited, and that the model took. */
  readonly waited: number;
  readonly took: number;
}

/** `probe` checks that the models still return the same answers as at the start. */
export type ToGpuWorker = { readonly kind: "probe" };

/** Messages to a lane that is warm: measure the batch sizes, serve workers with these times, then probes. */
export type ToLane =
  | { readonly kind: "time" }
  | { readonly kind: "serve"; readonly times: BatchTimes }
  | ToGpuWorker;

/** Messages from a lane to its process, including that its models are open and warm. */
export type FromLane = FromGpuWorker | { readonly kind: "warm" };

/**
 * Messages from a GPU worker to the service. It sends `timed` before it is ready, and `well` in answer to a
 * probe. After `broken` the process ends, because its answers cannot be trusted.
 */
export type FromGpuWorker =
  | { readonly kind: "timed"; readonly times: BatchTimes }
  | { readonly kind: "well" }
  | { readonly kind: "broken"; readonly message: string }
  | { readonly kind: "batches"; readonly batches: readonly BatchRun[] };

/**
 * How an item can end without an answer:
 * - `late`: its deadline passed before a GPU worker could run it; `overloaded`: too many items wait;
 * - `input_invalid`: the model does not accept it; `not_a_number`: the model returned no number;
 * - `gpu_worker_lost`: the GPU worker died, and so did the one that retried, or no GPU worker came back in
 * time;
 * - `frame_invalid`: the other side of the connection sent an invalid frame.
 */
export const FAILURES = ["late", "overloaded", "input_invalid", "not_a_number"] as const;

type GpuWorkerErrorCode = (typeof FAILURES)[number] | "gpu_worker_lost" | "frame_invalid";

/** An item got no answer of its model. The message names models and shapes, never pixels or scores. */
export class GpuWorkerError extends Error {
  override readonly name = "GpuWorkerError";
  readonly code: GpuWorkerErrorCode;

  constructor(code: GpuWorkerErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
