import { WorkerFailure } from "./failure.ts";

/** Whether a person waits for the work, for example in front of a camera. */
export type Priority = "interactive" | "background";

/**
 * How long a caller waits: until `deadline`, in milliseconds of `performance.now()`, or until `signal`
 * aborts. The clock of the day may be set at any time, and must neither end a call nor prolong it.
 */
export interface Call {
  readonly deadline: number;
  readonly signal: AbortSignal;
  /** Opaque key for fair shares between tenants. */
  readonly tenant: string;
  readonly priority: Priority;
  /** A worker starts the call. */
  onTaken(): void;
}

/** How long a worker may run a job. */
export interface Until {
  /** Milliseconds of `performance.now()`. */
  readonly deadline: number;
  /** Aborts when no caller waits any more: the deadline passed, or the caller went away. */
  readonly abandoned: AbortSignal;
}

/** The cost estimate of a job's content. */
interface Load {
  /** Work of one kind costs about the same. */
  readonly kind: string;
  /** Buffers that stay in memory while the job waits. */
  readonly parts: readonly { readonly byteLength: number }[];
}

/** Bytes that any job takes, however little it carries: so that the number of jobs is bounded as well. */
export const LEAST_SIZE = 64 * 1024;

/**
 * One request. It settles exactly once: by its result, its failure, its deadline or its caller's leaving,
 * whichever comes first.
 */
export class Job<Request, Result> {
  readonly request: Request;
  readonly call: Call;
  readonly kind: string;
  /** In bytes. */
  readonly size: number;
  readonly outcome: Promise<Result>;
  settled = false;
  readonly #outcome = Promise.withResolvers<Result>();
  readonly #abandoned = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #leave = () => this.fail(new WorkerFailure("canceled", "the caller went away"));
  readonly #onSettled: (job: this) => void;

  constructor(
    request: Request,
    { kind, parts }: Load,
    call: Call,
    onSettled: (job: Job<Request, Result>) => void,
  ) {
    this.request = request;
    this.call = call;
    this.kind = kind;
    this.size = parts.reduce((sum, { byteLength }) => sum + byteLength, LEAST_SIZE);
    this.outcome = this.#outcome.promise;
    this.#onSettled = onSettled;
    this.#timer = setTimeout(() => this.expire(), Math.max(0, call.deadline - performance.now()));
    call.signal.addEventListener("abort", this.#leave, { once: true });
    if (call.signal.aborted) this.#leave();
  }

  get until(): Until {
    return { deadline: this.call.deadline, abandoned: this.#abandoned.signal };
  }

  succeed(value: Result): void {
    if (this.#settle()) this.#outcome.resolve(value);
  }

  fail(failure: unknown): void {
    if (!this.#settle()) return;
    this.#outcome.reject(failure);
    // Without a reason it would make an error of its own, with a stack.
    this.#abandoned.abort(failure);
  }

  expire(): void {
    this.fail(new WorkerFailure("late", "the deadline passed"));
  }

  #settle(): boolean {
    if (this.settled) return false;
    this.settled = true;
    clearTimeout(this.#timer);
    this.call.signal.removeEventListener("abort", this.#leave);
    this.#onSettled(this);
    return true;
  }
}
