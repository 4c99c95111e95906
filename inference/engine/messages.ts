import type { Pipelines } from "../pipelines/index.ts";
import type { SessionOptions } from "../runtime/session.ts";
import type { RefusedImage } from "./failure.ts";

/** What an engine can be asked: the pipelines by name, each with its one argument. */
export type Method = keyof Pipelines;
export type Argument<M extends Method> = Parameters<Pipelines[M]>[0];
export type Result<M extends Method> = Awaited<ReturnType<Pipelines[M]>>;

/**
 * The process that answers health checks goes before engines: on two saturated cores its p99 is 10 ms so, and 17–20 ms at
 * niceness 5 (`npm run bench`).
 */
export const ENGINE_NICENESS = 10;

/** Handed to an engine at its start, as JSON in its one argument. */
export interface EngineStart {
  readonly modelsDir: string;
  readonly session: SessionOptions;
}

/** The pack that an engine opened, without what only lives inside its process. Mirrors `GetPackResponse`. */
export interface PackInfo {
  readonly name: string;
  readonly provider: string;
  readonly models: readonly {
    readonly task: string;
    readonly name: string;
    readonly version: string;
    readonly sha256: string;
    readonly licence: string;
  }[];
  /** Files of the recommended pack that this machine lacks. */
  readonly missing: readonly string[];
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

/** A piece of work: a method with its argument. */
export interface Work {
  readonly method: Method;
  readonly argument: unknown;
}

/** Work, or what became of work that the engine has offered: done by another engine, or its own after all. */
export type ToEngine =
  | { readonly kind: "run"; readonly work: Work }
  | { readonly kind: "helped"; readonly offer: number; readonly value: unknown }
  | { readonly kind: "unhelped"; readonly offer: number };

/** `done` of `total` models are ready; `model` is the last one. */
export interface Progress {
  readonly model: string;
  readonly done: number;
  readonly total: number;
}

/**
 * An engine runs one piece of work at a time, so that its answers need no id. While it does it may offer parts of it to
 * others: each offer is answered, under its number.
 */
export type FromEngine =
  | { readonly kind: "progress"; readonly progress: Progress }
  | { readonly kind: "ready"; readonly pack: PackInfo }
  | { readonly kind: "unable"; readonly message: string }
  | { readonly kind: "offer"; readonly offer: number; readonly work: Work }
  | { readonly kind: "done"; readonly value: unknown }
  | { readonly kind: "refused"; readonly refusal: RefusedImage }
  | { readonly kind: "defect"; readonly message: string };
