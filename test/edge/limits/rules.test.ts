import { describe, expect, it } from "vitest";
import { z } from "zod";
import { rulesFor } from "#edge/limits/rules.ts";
import { changedLimits, limitsOf, limitVariables } from "#edge/limits/settings.ts";

const Variables = z.object(limitVariables);
const limits = limitsOf(Variables.parse({}));
const named = (credential: "secret_key" | "session_token", method: string, rate?: "challenges") =>
  rulesFor(credential, { method, rate }, limits).map(({ limit, windowMs }) => [limit, windowMs / 1000]);

describe("the limits of contract §10.1", () => {
  it("let a secret key make 300 writes and 600 reads a minute", () => {
    expect(named("secret_key", "POST")).toEqual([[300, 60]]);
    expect(named("secret_key", "DELETE")).toEqual([[300, 60]]);
    expect(named("secret_key", "GET")).toEqual([[600, 60]]);
    expect(named("secret_key", "HEAD")).toEqual([[600, 60]]);
  });

  it("let a session token make 60 calls a minute, of which 10 challenges", () => {
    expect(named("session_token", "POST")).toEqual([[60, 60]]);
    expect(named("session_token", "GET")).toEqual([[60, 60]]);
    expect(named("session_token", "POST", "challenges")).toEqual([
      [60, 60],
      [10, 60],
    ]);
    expect(named("secret_key", "POST", "challenges")).toEqual([[300, 60]]);
  });

  it("let a verification's tokens ask 120 times a minute what comes next, beside its other calls", () => {
    const next = rulesFor("session_token", { method: "GET", rate: "polling" }, limits);
    expect(next).toEqual([limits.tokenNext]);
    expect(limits.tokenNext).toMatchObject({ name: "token_next", limit: 120, windowMs: 60_000 });
    expect(rulesFor("secret_key", { method: "GET", rate: "polling" }, limits)).toEqual([limits.keyReads]);
  });

  it("let 5 liveness checks of a verification come back not live in 3 minutes", () => {
    expect(limits.notLive).toMatchObject({ limit: 5, windowMs: 180_000 });
  });

  it("are settings, and tell which of them were changed", () => {
    const env = Variables.parse({ LIMIT_KEY_READS: "100000", LIMIT_NOT_LIVE: "5" });
    expect(limitsOf(env).keyReads.limit).toBe(100_000);
    expect(changedLimits(env)).toEqual(["LIMIT_KEY_READS"]);
  });
});
