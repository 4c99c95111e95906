/** Whether a caller still waits for a piece of work. Checked before every step. */
export interface StopToken {
  /** Throws `StoppedError` once the deadline has passed or the caller has gone. */
  throwIfStopped(): Promise<void>;
  /** Until the deadline; more than 0. */
  readonly secondsLeft: number;
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal;
}

/** The work was left undone: its deadline has passed, or its caller has gone. */
export class StoppedError extends Error {
  override readonly name = "StoppedError";
  readonly reason: "late" | "canceled";

  constructor(reason: StoppedError["reason"]) {
    super(reason === "late" ? "the deadline passed" : "the caller went away");
    this.reason = reason;
  }
}

/** For work that is never stopped. */
export const UNSTOPPED: StopToken = {
  throwIfStopped: async () => undefined,
  secondsLeft: Number.POSITIVE_INFINITY,
  signal: new AbortController().signal,
};
