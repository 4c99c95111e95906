import { isSuccess } from "./outcome.ts";

/** When an endpoint is disabled for its failures. */
export interface HealthLimits {
  /** So many failed attempts in a row … */
  readonly failures: number;
  /** … within so many milliseconds … */
  readonly windowMs: number;
  /** … over at least so many different events. */
  readonly minEvents: number;
}

export const HEALTH_LIMITS: HealthLimits = { failures: 20, windowMs: 60 * 60 * 1_000, minEvents: 3 };

export interface RecentAttempt {
  readonly eventId: string;
  readonly at: number;
  readonly status: number | null;
}

/** Whether an endpoint has failed too often in a row. `recent`: its attempts since it was last enabled, newest first. */
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
