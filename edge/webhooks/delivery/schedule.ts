/** Seconds from one attempt to the next (contract §11.5); the first delay follows attempt 1. */
const RETRY_DELAYS_SECONDS = [30, 120, 600, 3_600, 21_600, 86_400] as const;

/** The number of attempts until a delivery is exhausted. */
export const MAX_ATTEMPTS = RETRY_DELAYS_SECONDS.length + 1;

/**
 * The time of the retry after the `n`-th attempt (1-based), which began at `attemptedAt`; null after the last
 * attempt. Milliseconds since the epoch. `timeScale` divides the delay; it is 1 outside tests.
 */
export function nextAttemptAt(n: number, attemptedAt: number, timeScale: number): number | null {
  const delay = RETRY_DELAYS_SECONDS[n - 1];
  return delay === undefined ? null : attemptedAt + Math.ceil((delay * 1_000) / timeScale);
}
