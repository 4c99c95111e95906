/** Seconds from one attempt to the next (contract §11.5): the first follows attempt 1. */
const RETRY_DELAYS_SECONDS = [30, 120, 600, 3_600, 21_600, 86_400] as const;

/** How many attempts there are until a delivery is exhausted. */
export const MAX_ATTEMPTS = RETRY_DELAYS_SECONDS.length + 1;

/**
 * When to try again after the `n`-th attempt (1-based), which began at `attemptedAt`; null after the last
 * one. Milliseconds since the epoch. `timeScale` divides the delay and nothing else; it is 1 outside tests.
 */
export function nextAttemptAt(n: number, attemptedAt: number, timeScale: number): number | null {
  const delay = RETRY_DELAYS_SECONDS[n - 1];
  return delay === undefined ? null : attemptedAt + Math.ceil((delay * 1_000) / timeScale);
}
