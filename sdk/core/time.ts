import { type AbortSignalLike, runtime } from "../platform/runtime.ts";
import { SelfsameError } from "./error.ts";

/** Time and chance, which tests replace. */
export interface Clock {
  now(): number;
  /** From 0 to 1. */
  random(): number;
  /** An Idempotency-Key. It need not be secret, since it belongs to its tenant or device. */
  newKey(): string;
  /** Runs once after this many milliseconds, unless the returned function cancels it. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  newKey: () => runtime.crypto?.randomUUID?.() ?? `${Date.now()}-${Math.random()}-${Math.random()}`,
  after(ms, run) {
    const timer = runtime.setTimeout(run, ms);
    return () => runtime.clearTimeout(timer);
  },
};

interface Limits {
  readonly ms: number;
  readonly signal: AbortSignalLike | undefined;
  readonly clock: Clock;
}

/**
 * The work's result, or `timed_out` or `aborted` as soon as its time is over, even if the work ignores its
 * signal. The work's signal aborts at the same moment.
 */
export async function within<T>(
  { ms, signal, clock }: Limits,
  work: (signal: AbortSignalLike) => Promise<T>,
): Promise<T> {
  if (signal?.aborted) throw abortedBy(signal);
  const own = new runtime.AbortController();
  let callOff = () => {};
  const over = new Promise<never>((_, reject) => {
    const end = (error: SelfsameError) => {
      reject(error);
      own.abort(error);
    };
    const cancel = clock.after(ms, () => end(new SelfsameError("timed_out", "No answer came in time.")));
    const onAbort = () => end(abortedBy(signal!));
    signal?.addEventListener("abort", onAbort);
    callOff = () => {
      cancel();
      // A signal may outlive thousands of calls.
      signal?.removeEventListener("abort", onAbort);
    };
  });
  try {
    return await Promise.race([work(own.signal), over]);
  } finally {
    callOff();
  }
}

/** Resolves after this many milliseconds; rejects with `aborted` when the signal aborts. */
export function sleep(ms: number, { signal, clock }: Omit<Limits, "ms">): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortedBy(signal));
    const onAbort = () => {
      cancel();
      reject(abortedBy(signal!));
    };
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    signal?.addEventListener("abort", onAbort);
  });
}

const abortedBy = ({ reason }: AbortSignalLike) =>
  new SelfsameError("aborted", "The caller ended the call.", { cause: reason });
