/**
 * How a request to an engine can end other than by a result or a refused image:
 * - `overloaded`: the queue is full; `stopping`: the service drains;
 * - `late`: its deadline passed; `canceled`: its caller went away;
 * - `engine_lost`: the engines that ran it died; `defect`: the pipeline threw.
 */
export type FailureKind = "overloaded" | "stopping" | "late" | "canceled" | "engine_lost" | "defect";

/** A request ended without a result. The message is for logs: it names no content of images. */
export class EngineFailure extends Error {
  override readonly name = "EngineFailure";
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
