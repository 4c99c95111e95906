import fc from "fast-check";
import { expect, test } from "vitest";
import { judge, MAX_ATTEMPTS, nextAttemptAt } from "#edge/webhooks/delivery/outcome.ts";

const attempt = fc.record({ n: fc.integer({ min: 1, max: MAX_ATTEMPTS }), attemptedAt: fc.nat() });
const errors = ["timeout", "connection_failed", "address_refused", "secret_unreadable"] as const;
const result = fc.oneof(
  fc.integer({ min: 100, max: 599 }).map((status) => ({ status, error: null })),
  fc.constantFrom(...errors).map((error) => ({ status: null, error })),
);

test("any 2xx delivers, 410 ends the delivery, and whatever else is tried again until the seventh attempt", () => {
  fc.assert(
    fc.property(result, attempt, (given, at) => {
      const outcome = judge(given, at, 1);
      const { status } = given;
      if (status !== null && status >= 200 && status <= 299) expect(outcome).toEqual({ state: "delivered" });
      else if (status === 410) expect(outcome).toEqual({ state: "dead", reason: "gone" });
      else if (at.n === MAX_ATTEMPTS) expect(outcome).toEqual({ state: "dead", reason: "exhausted" });
      else expect(outcome.state === "pending" && outcome.nextAttemptAt > at.attemptedAt).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test.each([1, 1_000])(
  "seven attempts: 30 s, 2 min, 10 min, 1 h, 6 h and 24 h after the one before, divided by %i",
  (scale) => {
    const begun = Date.UTC(2026, 0, 1);
    const delays = Array.from({ length: MAX_ATTEMPTS }, (_, i) => nextAttemptAt(i + 1, begun, scale));
    const seconds = delays.map((at) => (at === null ? null : ((at - begun) * scale) / 1_000));
    expect(seconds).toEqual([30, 120, 600, 3_600, 21_600, 86_400, null]);
  },
);
