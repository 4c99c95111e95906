import type { HealthLimits } from "../settings.ts";
import { isSuccess } from "./outcome.ts";

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
