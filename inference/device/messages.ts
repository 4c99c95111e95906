import type { Task } from "../pack/manifest.ts";
import type { Provider, SessionOptions } from "../runtime/session.ts";

/** A batch size of a model, and how long the model takes for one of that size: as it was measured here. */
export interface Bucket {
  readonly size: number;
  /** Milliseconds. */
  readonly time: number;
}

/** The times of each model's batch sizes, by its task. */
export type BatchTimes = Readonly<Partial<Record<Task, readonly Bucket[]>>>;

/** Engines wait for a device, and whoever checks the service's health waits for neither. */
export const DEVICE_NICENESS = 9;

/** The one argument of a device process, as JSON. */
export interface DeviceStart {
  readonly modelsDir: string;
  readonly session: SessionOptions;
  readonly tf32: boolean;
  /** Paths of the Unix sockets that it listens on, one for each of its lanes: no other process has them. */
  readonly sockets: readonly string[];
  /** What an earlier process measured here; undefined for the first one. */
  readonly times?: BatchTimes | undefined;
}

/** What one lane of a device process is told. */
export type LaneStart = Omit<DeviceStart, "sockets" | "times"> & { readonly socket: string };

/** What a device runs; an engine takes it only if these are the models of its own pack. */
export interface DeviceInfo {
  readonly provider: Provider;
  /** Whether a GPU rounds to TensorFloat-32 within the models. */
  readonly tf32: boolean;
  readonly models: readonly DeviceModelInfo[];
}

export interface DeviceModelInfo {
  readonly task: Task;
  readonly version: string;
  readonly input: string;
  readonly outputs: readonly string[];
  /** Shape of one item, without the batch. */
  readonly item: readonly number[];
}

/** One batch that a device ran. */
export interface BatchRun {
  readonly model: Task;
  readonly items: number;
  /** Seconds that its first item waited, and that the model took. */
  readonly waited: number;
  readonly took: number;
}

/** `probe` asks whether the models still answer what they answered at first. */
export type ToDevice = { readonly kind: "probe" };

/**
 * What a process says to a lane that is warm: take the times of the batch sizes, answer engines by these
 * times; then probes.
 */
export type ToLane =
  | { readonly kind: "time" }
  | { readonly kind: "serve"; readonly times: BatchTimes }
  | ToDevice;

/** What a lane says to its process: also that its models are open and warm. */
export type FromLane = FromDevice | { readonly kind: "warm" };

/**
 * What a device process says to the service. `timed` comes before it is ready. `well` answers a probe. After
 * `broken` the process ends: nothing that it answers can be trusted.
 */
export type FromDevice =
  | { readonly kind: "timed"; readonly times: BatchTimes }
  | { readonly kind: "well" }
  | { readonly kind: "broken"; readonly message: string }
  | { readonly kind: "batches"; readonly batches: readonly BatchRun[] };

/**
 * How an item can end without an answer:
 * - `late`: its deadline passed before a device could run it; `overloaded`: too many items wait;
 * - `input_invalid`: the model does not take it; `not_a_number`: the model answered no number;
 * - `device_lost`: the device died, and so did the one that tried again, or none came back in time;
 * - `frame_invalid`: the other side of the connection sent what is no frame.
 */
export const FAILURES = ["late", "overloaded", "input_invalid", "not_a_number"] as const;

type DeviceErrorCode = (typeof FAILURES)[number] | "device_lost" | "frame_invalid";

/** An item got no answer of its model. The message names models and shapes, never pixels or scores. */
export class DeviceError extends Error {
  override readonly name = "DeviceError";
  readonly code: DeviceErrorCode;

  constructor(code: DeviceErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
