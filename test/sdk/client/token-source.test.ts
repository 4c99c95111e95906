import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type TokenReason, tokenSource } from "#sdk/client/src/token-source.ts";
import { createCaller } from "#sdk/core/call.ts";
import { SelfsameError } from "#sdk/core/error.ts";
import { systemClock } from "#sdk/core/time.ts";
import { readVerification } from "#sdk/gen/operations.ts";
import { refusal } from "../scripted-service.ts";

const named = (n: number) => `svc_tok_test_${n}`;
const tokenOf = (init: unknown) =>
  (init as { headers: Record<string, string> }).headers.authorization!.replace("Bearer ", "");

/** A service that takes the tokens from `least` on, and a provider that counts its calls. */
function world({ refusedAs = "token_expired" } = {}) {
  const state = { least: 1, minted: 0, atOnce: 0, mostAtOnce: 0, reasons: [] as TokenReason[], sent: 0 };
  const provider = async (why: TokenReason) => {
    state.reasons.push(why);
    state.mostAtOnce = Math.max(state.mostAtOnce, ++state.atOnce);
    await new Promise((resolve) => setImmediate(resolve));
    state.atOnce--;
    state.minted = Math.max(state.minted + 1, state.least);
    return named(state.minted);
  };
  const fetch = async (_: string, init?: unknown) => {
    state.sent++;
    const shown = Number(tokenOf(init).split("_").at(-1));
    return shown >= state.least ? Response.json({ id: "vf_1" }) : refusal(401, refusedAs);
  };
  const settings = { baseUrl: "https://id.example.com", fetch };
  const open = (token: string | typeof provider) =>
    createCaller<"answerToToken">(settings, tokenSource(token, 30_000, systemClock));
  const caller = open(provider);
  const read = (call = caller) => call(readVerification, { path: { id: "vf_1" } });
  return { state, provider, open, read };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "answered",
    (error: unknown) => (error instanceof SelfsameError ? error.code : error),
  );

describe("the token provider", () => {
  it("is called at the first request, not before, and not again while the token is good", async () => {
    const { state, read } = world();
    expect(state.reasons).toEqual([]);
    await Promise.all([read(), read(), read()]);
    await read();
    expect(state.reasons).toEqual(["first"]);
  });

  it("is called once for a thousand requests that meet an expired token at once", async () => {
    const { state, read } = world();
    await read();
    state.least = 2;
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => codeOf(read())));
    expect(new Set(answers)).toEqual(new Set(["answered"]));
    expect(state.reasons).toEqual(["first", "token_expired"]);
    expect(state.sent).toBe(1 + 2 * 1_000);
  });

  it("is not called for a token that was revoked or is invalid", async () => {
    for (const refusedAs of ["token_revoked", "token_invalid"]) {
      const { state, read } = world({ refusedAs });
      await read();
      state.least = 2;
      expect(await codeOf(read())).toBe(refusedAs);
      expect(state.reasons).toEqual(["first"]);
    }
  });

  it("is asked once a call, if it hands out expired tokens", async () => {
    const { state, open, read } = world();
    state.least = 9;
    let asked = 0;
    const call = open(async () => {
      asked++;
      return named(1);
    });
    expect(await codeOf(read(call))).toBe("token_expired");
    expect([asked, state.sent]).toEqual([2, 2]);
  });

  it("fails the requests that wait for it, and is asked again by the next one", async () => {
    const { open, read, provider } = world();
    let isDown = true;
    const call = open(async (why) => {
      if (isDown) throw new Error("the app's server is away");
      return provider(why);
    });
    expect(await Promise.all([codeOf(read(call)), codeOf(read(call))])).toEqual(
      Array(2).fill("token_provider_failed"),
    );
    isDown = false;
    expect(await codeOf(read(call))).toBe("answered");
  });

  it("does not block later requests if it never answers", async () => {
    const { state, provider } = world();
    let asked = 0;
    const credential = tokenSource(
      (why) => (asked++ === 0 ? new Promise(() => {}) : provider(why)),
      5,
      systemClock,
    );
    await expect(credential(undefined)).rejects.toMatchObject({ code: "token_provider_failed" });
    expect(await credential(undefined)).toBe(named(1));
    expect(state.reasons).toEqual(["first"]);
  });

  it("rejects anything but a session token, without repeating it: a secret key does not belong on a device", async () => {
    const { open, read } = world();
    const secret = `svc_sk_test_${"a".repeat(38)}`;
    for (const given of [secret, `${named(1)}\r\nx: y`, "", undefined as unknown as string]) {
      const failure = await read(open(async () => given)).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: "token_provider_failed" });
      expect(String((failure as Error).cause)).not.toContain("aaa");
      expect(() => open(given as string)).toThrow(TypeError);
    }
  });

  it("may be a token alone, which is not refreshed", async () => {
    const { state, open, read } = world();
    const call = open(named(1));
    expect(await codeOf(read(call))).toBe("answered");
    state.least = 2;
    expect(await codeOf(read(call))).toBe("token_expired");
    expect(state.sent).toBe(2);
  });
});

it("in 10,000 schedules of requests, expiries and answers: one refresh at a time and one for each expiry", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom("request", "expiry"), { minLength: 1, maxLength: 10 }),
      async (scheduler, steps) => {
        const state = { least: 1, minted: 0, atOnce: 0, mostAtOnce: 0, asked: 0 };
        const provider = async () => {
          state.asked++;
          state.mostAtOnce = Math.max(state.mostAtOnce, ++state.atOnce);
          await scheduler.schedule(Promise.resolve(), "provider");
          state.atOnce--;
          state.minted = state.least;
          return named(state.minted);
        };
        const credential = tokenSource(provider, 30_000, { ...systemClock, after: () => () => {} });
        /** A call's use of the token: sent, perhaps rejected, sent once more. */
        const request = async () => {
          let refused: string | undefined;
          for (let tries = 0; tries < 20; tries++) {
            const shown = await credential(refused);
            await scheduler.schedule(Promise.resolve(), "request");
            if (Number(shown.split("_").at(-1)) >= state.least) return true;
            refused = shown;
          }
          return false;
        };
        const calls: Promise<boolean>[] = [];
        const run = scheduler.scheduleSequence(
          steps.map((step) => async () => {
            if (step === "request") calls.push(request());
            else state.least++;
          }),
        );
        await scheduler.waitFor(run.task);
        const all = Promise.all(calls);
        await scheduler.waitFor(all);
        expect((await all).every(Boolean)).toBe(true);
        expect(state.mostAtOnce).toBeLessThanOrEqual(1);
        expect(state.asked).toBeLessThanOrEqual(state.least);
      },
    ),
    { numRuns: 10_000 },
  );
});
