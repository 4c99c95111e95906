import type { ImageRefusal } from "../imaging/decode.ts";

/**
 * How a request to an engine can end other than by a result:
 * - `image_refused`: the upload is not an image that the service accepts;
 * - `overloaded`: the queue is full; `stopping`: the service drains;
 * - `late`: its deadline passed; `canceled`: its caller went away;
 * - `engine_lost`: the engines that ran it died; `defect`: the pipeline threw.
 */
export type FailureKind =
  | "image_refused"
  | "overloaded"
  | "stopping"
  | "late"
  | "canceled"
  | "engine_lost"
  | "defect";

/** A request's end without a result. The message is for logs: it may name models and files, never image content. */
export class EngineFailure extends Error {
  override readonly name = "EngineFailure";
  readonly kind: FailureKind;
  /** Set when `kind` is `image_refused`. */
  readonly refusal: RefusedImage | undefined;

  constructor(kind: FailureKind, message: string, refusal?: RefusedImage) {
    super(message);
    this.kind = kind;
    this.refusal = refusal;
  }
}

export interface RefusedImage {
  readonly reason: ImageRefusal;
  /** Index of the image in the request, from 0. */
  readonly index: number;
}
