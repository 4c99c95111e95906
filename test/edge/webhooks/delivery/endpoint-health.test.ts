import { expect, test } from "vitest";
import { isFailing, type RecentAttempt } from "#edge/webhooks/delivery/outcome.ts";
import { HEALTH_LIMITS } from "#edge/webhooks/settings.ts";

const MINUTE = 60_000;

/** `count` failures, newest first, a minute apart, over `events` events. */
function failures(count: number, events: number, apartMs = MINUTE): RecentAttempt[] {
  return Array.from({ length: count }, (_, i) => ({
    eventId: `e${i % events}`,
    at: 1_000_000_000 - i * apartMs,
    status: i % 2 === 0 ? 500 : null,
  }));
}

test("20 failures in a row within 60 minutes over 3 events disable an endpoint", () => {
  expect(isFailing(failures(20, 3), HEALTH_LIMITS)).toBe(true);
});

test("19 do not", () => {
  expect(isFailing(failures(19, 3), HEALTH_LIMITS)).toBe(false);
});

test("nor does one event that fails again and again, or two", () => {
  expect(isFailing(failures(20, 2), HEALTH_LIMITS)).toBe(false);
});

test("nor do failures that are spread over more than 60 minutes", () => {
  expect(isFailing(failures(20, 3, (60 * MINUTE) / 19), HEALTH_LIMITS)).toBe(true);
  expect(isFailing(failures(20, 3, (60 * MINUTE) / 19 + 1), HEALTH_LIMITS)).toBe(false);
});

test("a success between starts the count anew", () => {
  for (let i = 0; i < 20; i++) {
    const recent = failures(20, 3).map((attempt, k) => (k === i ? { ...attempt, status: 204 } : attempt));
    expect(isFailing(recent, HEALTH_LIMITS)).toBe(false);
  }
});
