import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ERROR_CODES } from "#edge/core/errors.ts";
import type { ErrorCode } from "#sdk/core/error.ts";
import { BACKOFF, RETRIES, waitBeforeRetry } from "#sdk/core/retry.ts";

const situation = (changes: Partial<Parameters<typeof waitBeforeRetry>[0]>) => ({
  code: "service_unavailable" as ErrorCode,
  retryAfter: undefined,
  earlier: [],
  sendsImages: false,
  maxRetries: 2,
  remaining: 90_000,
  random: 0,
  ...changes,
});

const decided = (changes: Partial<Parameters<typeof waitBeforeRetry>[0]>) =>
  waitBeforeRetry(situation(changes));

const OWN: readonly ErrorCode[] = [
  ...(["connection_failed", "timed_out", "aborted", "bad_gateway", "gone"] as const),
  ...(["unexpected_answer", "token_provider_failed"] as const),
];
const anyCode = fc.constantFrom<ErrorCode>(...ERROR_CODES, ...OWN);
const anySituation = fc.record({
  code: anyCode,
  retryAfter: fc.option(fc.nat(600), { nil: undefined }),
  earlier: fc.array(fc.constantFrom(...(Object.keys(RETRIES) as ErrorCode[])), { maxLength: 12 }),
  sendsImages: fc.boolean(),
  maxRetries: fc.nat(10),
  remaining: fc.integer({ min: -1_000, max: 120_000 }),
  random: fc.double({ min: 0, max: 1, noNaN: true }),
});

describe("a call is made again", () => {
  it("after these failures and no others", () => {
    const again = [...ERROR_CODES, ...OWN].filter((code) => decided({ code }) !== undefined);
    expect(again.sort()).toEqual([
      ...["bad_gateway", "connection_failed", "idempotency_key_in_use", "internal_error", "rate_limited"],
      ...["request_timeout", "service_unavailable", "timed_out", "token_expired"],
    ]);
  });

  it("not before the time that the answer asks for", () => {
    expect(decided({ retryAfter: 7 })).toBe(7_000);
    expect(decided({ retryAfter: 7, random: 1 })).toBe(8_750);
    expect(decided({ code: "rate_limited", retryAfter: 60 })).toBe(60_000);
  });

  it("after twice the time of the retry before, if the answer asks for none, by chance up to half less", () => {
    const waits = [0, 1, 2, 3, 4, 5, 6].map((made) =>
      decided({ earlier: Array(made).fill("connection_failed"), maxRetries: 10, random: 1 }),
    );
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
    expect(decided({ random: 0 })).toBe(BACKOFF.first / 2);
  });

  it("at once with a fresh token, and only once, even if no retries are wanted", () => {
    expect(decided({ code: "token_expired", maxRetries: 0 })).toBe(0);
    expect(decided({ code: "token_expired", earlier: ["token_expired"] })).toBeUndefined();
    expect(decided({ code: "token_expired", earlier: ["rate_limited", "timed_out"] })).toBe(0);
  });

  it("for as long as its first try runs, beside the retries", () => {
    const waiting = Array<ErrorCode>(30).fill("idempotency_key_in_use");
    expect(decided({ code: "idempotency_key_in_use", retryAfter: 1, earlier: waiting })).toBe(1_000);
    expect(decided({ code: "timed_out", earlier: waiting })).toBe(250);
  });

  it("with images not after a 500, which may have cost the person an attempt", () => {
    expect(decided({ code: "internal_error" })).toBe(250);
    expect(decided({ code: "internal_error", sendsImages: true })).toBeUndefined();
    expect(decided({ code: "service_unavailable", sendsImages: true })).toBe(250);
  });

  it("at most as often as asked for, never over its deadline and never sooner than it may", () => {
    fc.assert(
      fc.property(anySituation, (given) => {
        const wait = waitBeforeRetry(given);
        if (wait === undefined) return;
        const rule = RETRIES[given.code]!;
        const made = given.earlier.filter((code) =>
          rule.most === undefined ? RETRIES[code]?.most === undefined : code === given.code,
        );
        expect(made.length).toBeLessThan(rule.most ?? given.maxRetries);
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThan(given.remaining);
        if (rule.wait === "retry_after") expect(wait).toBeGreaterThanOrEqual((given.retryAfter ?? 0) * 1_000);
      }),
      { numRuns: 5_000 },
    );
  });
});
