/**
 * How a request to an engine can end other than by a result or a refused image:
 * - `overloaded`: the queue is full, or too long; `stopping`: the service drains;
 * - `late`: its deadline passed; `canceled`: its caller went away;
 * - `engine_lost`: the engine that ran it died; `device_lost`: the device that ran one of its
 *   models died, twice or for too long; `defect`: the pipeline threw;
 * - `gallery_away`: the server that has the galleries cannot be reached, or refuses.
 */
export type FailureKind =
  | "overloaded"
  | "stopping"
  | "late"
  | "canceled"
  | "engine_lost"
  | "device_lost"
  | "gallery_away"
  | "defect";

/**
 * Why a request may not wait: too much waits for anybody to be served in time (`full`), or for its own
 * deadline; or so much of its own tenant's waits that another tenant would be let in (`tenant`).
 */
export type Overload = "full" | "deadline" | "tenant";

interface Details {
  /** Milliseconds after which the request may do better; undefined where nothing is known of that. */
  readonly retryAfter?: number;
  /** Of an overload. */
  readonly reason?: Overload;
}

/** A request ended without a result. The message is for logs: it names no content of images. */
export class EngineFailure extends Error {
  override readonly name = "EngineFailure";
  readonly kind: FailureKind;
  readonly retryAfter: number | undefined;
  readonly reason: Overload | undefined;

  constructor(kind: FailureKind, message: string, { retryAfter, reason }: Details = {}) {
    super(message);
    this.kind = kind;
    this.retryAfter = retryAfter;
    this.reason = reason;
  }
}
