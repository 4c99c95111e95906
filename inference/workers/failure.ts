/**
 * How a request to a worker can end other than by a result or a rejected image:
 * - `overloaded`: the queue is full, or too long; `stopping`: the service drains;
 * - `late`: its deadline passed; `canceled`: its caller went away;
 * - `worker_lost`: the worker that ran it died; `gpu_worker_lost`: the device that ran one of its
 *   models died, twice or for too long; `defect`: the pipeline threw;
 * - `gallery_away`: the server that has the galleries cannot be reached, or rejects.
 */
export type FailureKind =
  | "overloaded"
  | "stopping"
  | "late"
  | "canceled"
  | "worker_lost"
  | "gpu_worker_lost"
  | "gallery_away"
  | "defect";

/**
 * Why a request cannot wait. `full`: the queue is too long to serve anyone in time. `deadline`: it is too
 * long for this request's deadline. `tenant`: its own tenant's requests wait, while another tenant's would be
 * accepted.
 */
export type Overload = "full" | "deadline" | "tenant";

interface Details {
  /** Milliseconds after which a retry may succeed; undefined if unknown. */
  readonly retryAfter?: number;
  /** Of an overload. */
  readonly reason?: Overload;
}

/** A request ended without a result. The message is for logs: it names no content of images. */
export class WorkerFailure extends Error {
  override readonly name = "WorkerFailure";
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
