import fc from "fast-check";
import { expect, test } from "vitest";
import { judge, MAX_ATTEMPTS } from "#edge/webhooks/delivery/outcome.ts";

const answer = (status: number) => ({ status, error: null });
const attempt = fc.record({ n: fc.integer({ min: 1, max: MAX_ATTEMPTS }), attemptedAt: fc.nat() });

test("any 2xx delivers, at every attempt", () => {
  fc.assert(
    fc.property(fc.integer({ min: 200, max: 299 }), attempt, (status, at) => {
      expect(judge(answer(status), at, 1)).toEqual({ state: "delivered" });
    }),
  );
});

test("410 ends the delivery at once", () => {
  fc.assert(
    fc.property(attempt, (at) => {
      expect(judge(answer(410), at, 1)).toEqual({ state: "dead", reason: "gone" });
    }),
  );
});

test("any other answer, a redirect too, and no answer at all are failures that are tried again", () => {
  const failure = fc.oneof(
    fc
      .integer({ min: 100, max: 599 })
      .filter((status) => (status < 200 || status > 299) && status !== 410)
      .map(answer),
    fc
      .constantFrom(...(["timeout", "connection_failed", "address_refused", "secret_unreadable"] as const))
      .map((error) => ({
        status: null,
        error,
      })),
  );
  fc.assert(
    fc.property(failure, attempt, (result, at) => {
      const outcome = judge(result, at, 1);
      if (at.n === MAX_ATTEMPTS) expect(outcome).toEqual({ state: "dead", reason: "exhausted" });
      else expect(outcome.state === "pending" && outcome.nextAttemptAt > at.attemptedAt).toBe(true);
    }),
  );
});
