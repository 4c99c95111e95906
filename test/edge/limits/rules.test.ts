import { expect, it } from "vitest";
import { z } from "zod";
import { rulesFor } from "#edge/limits/rules.ts";
import { changedLimits, limitsOf, limitVariables } from "#edge/limits/settings.ts";

const Variables = z.object(limitVariables);
const limits = limitsOf(Variables.parse({}));
const MINUTE = 60_000;

it.each([
  ["secret_key", "POST", undefined, [[300, MINUTE]]],
  ["secret_key", "DELETE", undefined, [[300, MINUTE]]],
  ["secret_key", "GET", undefined, [[600, MINUTE]]],
  ["secret_key", "HEAD", undefined, [[600, MINUTE]]],
  ["secret_key", "POST", "challenges", [[300, MINUTE]]],
  ["secret_key", "GET", "polling", [[600, MINUTE]]],
  ["session_token", "POST", undefined, [[60, MINUTE]]],
  ["session_token", "GET", undefined, [[60, MINUTE]]],
  ["session_token", "GET", "polling", [[120, MINUTE]]],
  [
    "session_token",
    "POST",
    "challenges",
    [
      [60, MINUTE],
      [10, MINUTE],
    ],
  ],
] as const)(
  "the limits of contract §10.1 of a %s for %s (%s) are %j",
  (credential, method, rate, allowed) => {
    const rules = rulesFor(credential, { method, rate }, limits);
    expect(rules.map(({ limit, windowMs }) => [limit, windowMs])).toEqual(allowed);
  },
);

it("five liveness checks of a verification may come back not live in 3 minutes", () => {
  expect(limits.notLive).toMatchObject({ limit: 5, windowMs: 3 * MINUTE });
});

it("limits are settings, which say which of them were changed", () => {
  const env = Variables.parse({ LIMIT_KEY_READS: "100000", LIMIT_NOT_LIVE: "5" });
  expect(limitsOf(env).keyReads.limit).toBe(100_000);
  expect(changedLimits(env)).toEqual(["LIMIT_KEY_READS"]);
});
