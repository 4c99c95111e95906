import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_ATTEMPTS, nextAttemptAt } from "#edge/webhooks/delivery/outcome.ts";

test("seven attempts: at once, then 30 s, 2 min, 10 min, 1 h, 6 h and 24 h after the one before", () => {
  const begun = Date.UTC(2026, 0, 1);
  const delays = Array.from({ length: MAX_ATTEMPTS }, (_, i) => nextAttemptAt(i + 1, begun, 1));
  expect(delays.map((at) => (at === null ? null : (at - begun) / 1_000))).toEqual([
    30,
    2 * 60,
    10 * 60,
    60 * 60,
    6 * 60 * 60,
    24 * 60 * 60,
    null,
  ]);
});

test("the time scale divides each delay", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 10_000 }), (n, scale) => {
      const plain = nextAttemptAt(n, 0, 1);
      const scaled = nextAttemptAt(n, 0, scale);
      expect(scaled).toBe(Math.ceil((plain ?? Number.NaN) / scale));
    }),
  );
});

test("no attempt follows one beyond the table", () => {
  fc.assert(
    fc.property(fc.integer({ min: MAX_ATTEMPTS, max: 1_000 }), (n) => {
      expect(nextAttemptAt(n, 0, 1)).toBeNull();
    }),
  );
});
