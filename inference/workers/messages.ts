import type { ChipFiles } from "../chip/read-chip.ts";
import type { ImageRefusal, ImageSize } from "../imaging/upload/refusal.ts";
import type { Pipelines } from "../pipelines/index.ts";
import type { SessionOptions } from "../runtime/session.ts";
import type { FailureKind } from "./failure.ts";

/** The pipelines by name, which a worker runs; each takes one argument. */
export type Method = keyof Pipelines;
export type Argument<M extends Method> = Parameters<Pipelines[M]>[0];
export type Result<M extends Method> = Awaited<ReturnType<Pipelines[M]>>;

/**
 * A piece of work: a method with its own argument, whose type does not cross the border between processes.
 */
export interface Work {
  readonly method: Method;
  readonly argument: unknown;
}

/** The uploads that a piece of work carries: its argument is one, several, or the files of a chip. */
export function imagesOf({ argument }: Work): readonly Uint8Array[] {
  if (argument instanceof Uint8Array) return [argument];
  if (Array.isArray(argument)) return argument as readonly Uint8Array[];
  const { sod, dataGroups } = argument as ChipFiles;
  return [sod, ...dataGroups.map(({ file }) => file)];
}

/**
 * Nice value of workers. The process that answers health checks has priority: on two saturated cores this
 * gives it a p99 of 10 ms, and niceness 5 one of 17 to 20 ms (`npm run lab -- bench`).
 */
export const WORKER_NICENESS = 10;

/** The one argument of a worker process, as JSON. */
export interface WorkerStart {
  readonly modelsDir: string;
  /** Session options of the models that stay in the worker. */
  readonly session: SessionOptions;
  /** Sockets of the devices that run the other models, one for each lane; empty if all models stay here. */
  readonly gpuWorkers: readonly (readonly string[])[];
}

/** The bundle that a worker has open, without its models. Mirrors `GetModelBundleResponse`. */
export interface BundleInfo {
  readonly name: string;
  readonly provider: string;
  readonly models: readonly {
    readonly task: string;
    readonly name: string;
    readonly version: string;
    readonly sha256: string;
    readonly licence: string;
  }[];
  /** Files of the recommended bundle that this machine lacks. */
  readonly missing: readonly string[];
  /** Whether a GPU rounds to TensorFloat-32 within its models. */
  readonly tf32: boolean;
  readonly templateVersion: string;
  readonly operatingPoints: readonly {
    readonly level: string;
    readonly comparisonScore: number;
    readonly mated: number;
    readonly nonMated: number;
    readonly fmr: number;
    readonly fnmr: number;
  }[];
}

/**
 * `run` is work to finish within `msLeft` milliseconds, a duration because each process has its own clock;
 * `stop` says that no caller waits for the work of that number any more.
 */
export type ToWorker =
  | { readonly kind: "run"; readonly run: number; readonly work: Work; readonly msLeft: number }
  | { readonly kind: "stop"; readonly run: number };

/** How work ends. */
export type FromWorker =
  | { readonly kind: "done"; readonly value: unknown }
  | {
      readonly kind: "refused";
      readonly reason: ImageRefusal;
      readonly index: number;
      readonly size?: ImageSize | undefined;
    }
  | { readonly kind: "failed"; readonly reason: WorkFailure; readonly message: string };

/** How work can fail in a live worker: no caller waits any more, its device is gone, or it threw. */
type WorkFailure = Extract<FailureKind, "late" | "canceled" | "overloaded" | "gpu_worker_lost" | "defect">;
