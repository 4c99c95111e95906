import type { DeliveryOutcome } from "../../store/webhooks/delivery-claims.ts";
import type { HealthLimits } from "../settings.ts";

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

/** The result of one attempt: an HTTP status, or the reason why no status was received. */
export type AttemptResult =
  | { readonly status: number; readonly error: null }
  | { readonly status: null; readonly error: AttemptError };

/** `secret_unreadable`: nothing was sent, since the endpoint's secret does not open with our keys. */
export type AttemptError = "timeout" | "connection_failed" | "address_refused" | "secret_unreadable";

const GONE = 410;

export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status <= 299;
}

/**
 * The delivery's state after the `n`-th attempt of the retry table, which began at `attemptedAt`. Any 2xx
 * delivers; 410 ends the delivery at once; every other result, redirects included, is a failure, which is
 * retried until the table ends.
 */
export function judge(
  result: AttemptResult,
  attempt: { n: number; attemptedAt: number },
  timeScale: number,
): DeliveryOutcome {
  if (isSuccess(result.status)) return { state: "delivered" };
  if (result.status === GONE) return { state: "dead", reason: "gone" };
  const next = nextAttemptAt(attempt.n, attempt.attemptedAt, timeScale);
  return next === null ? { state: "dead", reason: "exhausted" } : { state: "pending", nextAttemptAt: next };
}

/** The record of one attempt, and the delivery's next state. */
export interface Conclusion {
  readonly attempt: { readonly n: number; readonly at: number; readonly latencyMs: number } & AttemptResult;
  readonly outcome: DeliveryOutcome;
  readonly succeeded: boolean;
}

/**
 * Concludes the attempt that began at `at` and ended at `now`. Its number continues the delivery's attempts;
 * its place in the retry table counts from the latest replay.
 */
export function conclude(
  delivery: { attempts: number; replayedAfter: number },
  result: AttemptResult,
  { at, now }: { at: number; now: number },
  timeScale: number,
): Conclusion {
  const n = delivery.attempts + 1;
  return {
    attempt: { n, at, latencyMs: now - at, ...result },
    outcome: judge(result, { n: n - delivery.replayedAfter, attemptedAt: at }, timeScale),
    succeeded: isSuccess(result.status),
  };
}

export interface RecentAttempt {
  readonly eventId: string;
  readonly at: number;
  readonly status: number | null;
}

/**
 * Whether an endpoint has failed too often in a row. `recent`: its attempts since it was last enabled, newest
 * first.
 */
export function isFailing(recent: readonly RecentAttempt[], limits: HealthLimits): boolean {
  const streak = recent.slice(0, limits.failures);
  const newest = streak[0];
  const oldest = streak.at(-1);
  if (newest === undefined || oldest === undefined || streak.length < limits.failures) return false;
  return (
    streak.every(({ status }) => !isSuccess(status)) &&
    newest.at - oldest.at <= limits.windowMs &&
    new Set(streak.map(({ eventId }) => eventId)).size >= limits.minEvents
  );
}
