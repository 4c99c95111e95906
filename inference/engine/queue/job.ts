import type { Until } from "../engine-process.ts";
import { EngineFailure } from "../failure.ts";
import type { Piece, Priority } from "./piece.ts";

/**
 * How long a caller waits: until `deadline`, in milliseconds of `performance.now()`, or until `signal`
 * aborts. The clock of the day may be set at any time, and must neither end a call nor prolong it.
 */
export interface Call {
  readonly deadline: number;
  readonly signal: AbortSignal;
  /** Whose turn the call takes: opaque, one for each tenant. */
  readonly owner: string;
  readonly priority: Priority;
  /** An engine begins to work on the call. */
  onTaken(): void;
}

/** A call's work as the queue knows it. */
export const pieceOf = ({ owner, priority, deadline }: Call, kind: string, size: number): Piece => ({
  owner,
  kind,
  priority,
  deadline,
  size,
});

/**
 * One admitted request. It settles exactly once: by its result, its failure, its deadline or its caller's
 * leaving, whichever comes first.
 */
export class Job<Request, Result> {
  readonly request: Request;
  readonly call: Call;
  readonly outcome: Promise<Result>;
  /** Nobody waits for it any more. */
  settled = false;
  /** An engine was lost that it shared with other work: from then on it shares none. */
  staysAlone = false;
  readonly #outcome = Promise.withResolvers<Result>();
  readonly #abandoned = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #leave = () => this.fail(new EngineFailure("canceled", "the caller went away"));
  readonly #onSettled: (job: Job<Request, Result>) => void;

  constructor(request: Request, call: Call, onSettled: (job: Job<Request, Result>) => void) {
    this.request = request;
    this.call = call;
    this.outcome = this.#outcome.promise;
    this.#onSettled = onSettled;
    this.#timer = setTimeout(() => this.expire(), Math.max(0, call.deadline - performance.now()));
    call.signal.addEventListener("abort", this.#leave, { once: true });
  }

  /** How long an engine may work on it. */
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
    this.fail(new EngineFailure("late", "the deadline passed"));
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
