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

test.each([
  ["is disabled by 20 failures in a row within 60 minutes over 3 events", failures(20, 3), true],
  ["is disabled by 20 that fill the 60 minutes", failures(20, 3, (60 * MINUTE) / 19), true],
  ["stays after 19", failures(19, 3), false],
  ["stays after 20 failures of two events", failures(20, 2), false],
  ["stays after 20 over more than 60 minutes", failures(20, 3, (60 * MINUTE) / 19 + 1), false],
])("an endpoint %s", (_, recent, isDisabled) => {
  expect(isFailing(recent, HEALTH_LIMITS)).toBe(isDisabled);
});

test("a success between starts the count again", () => {
  for (let i = 0; i < 20; i++) {
    const recent = failures(20, 3).map((attempt, k) => (k === i ? { ...attempt, status: 204 } : attempt));
    expect(isFailing(recent, HEALTH_LIMITS)).toBe(false);
  }
});
