import { describe, expect, it } from "vitest";
import { isSelfsameError, SelfsameError } from "#sdk/core/error.ts";
import { createVerification, eraseCustomer, readVerification } from "#sdk/gen/operations.ts";
import { refusal, type Step, scripted } from "../scripted-service.ts";

const ok = () => Response.json({ id: "vf_1" });
const path = { id: "vf_1" };
const body = { customer_ref: "user-1" };

async function failureOf(work: Promise<unknown>): Promise<SelfsameError> {
  const error = await work.then(
    () => new Error("it was answered"),
    (caught: unknown) => caught,
  );
  if (!(error instanceof SelfsameError)) throw error;
  return error;
}

describe("a call", () => {
  it("is made again with the same Idempotency-Key and body, and answered by what comes then", async () => {
    const steps: Step[] = [new TypeError("fetch failed"), refusal(503, "service_unavailable"), ok()];
    const { call, requests, runThrough } = scripted(steps);
    expect(await runThrough(call(createVerification, { body }))).toEqual({ id: "vf_1" });
    const sent = requests.map(({ init }) => [new Headers(init.headers).get("idempotency-key"), init.body]);
    expect(new Set(sent.map(String))).toEqual(new Set([`key-1,${JSON.stringify(body)}`]));
    expect(requests).toHaveLength(3);
  });

  it("has a key of its own unless the caller gives one, and none if nothing is posted", async () => {
    const { call, requests, runThrough } = scripted([ok(), ok(), ok()]);
    await runThrough(call(createVerification, { body }));
    await runThrough(call(createVerification, { body }, { idempotencyKey: "order 7" }));
    await runThrough(call(readVerification, { path }));
    const keys = requests.map(({ init }) => new Headers(init.headers).get("idempotency-key"));
    expect(keys).toEqual(["key-1", "order 7", null]);
  });

  it("gives up an attempt that hangs, tries again, and ends at its deadline", async () => {
    const { call, requests, runThrough, clock } = scripted(["silence", "silence", "silence"]);
    const started = clock.now();
    const failure = await failureOf(runThrough(call(readVerification, { path })));
    expect(failure.code).toBe("timed_out");
    expect(requests.map(({ at }) => at - started)).toEqual([0, 60_250]);
    expect(clock.now() - started).toBe(90_000);
    expect(requests.map(({ init }) => init.signal?.aborted)).toEqual([true, true]);
  });

  it("fails at once if it would have to wait past its deadline", async () => {
    const { call, runThrough, clock } = scripted([refusal(429, "rate_limited", { "retry-after": "60" })]);
    const started = clock.now();
    const failure = await failureOf(runThrough(call(readVerification, { path }, { timeoutMs: 30_000 })));
    expect(failure).toMatchObject({ code: "rate_limited", status: 429, retryAfter: 60, requestId: "req_1" });
    expect(clock.now()).toBe(started);
  });

  it("waits until the date of Retry-After", async () => {
    const date = new Date(1_005_000).toUTCString();
    const steps = [refusal(503, "service_unavailable", { "retry-after": date }), ok()];
    const { call, requests, runThrough } = scripted(steps);
    await runThrough(call(readVerification, { path }));
    expect(requests.map(({ at }) => at)).toEqual([1_000_000, 1_005_000]);
  });

  it("ends when the caller's signal does: while it is sent, and while it waits", async () => {
    for (const step of ["silence", refusal(503, "service_unavailable", { "retry-after": "9" })] as const) {
      const { call, requests, timers, clock } = scripted([step]);
      const stop = new AbortController();
      const work = call(readVerification, { path }, { signal: stop.signal });
      await new Promise((resolve) => setImmediate(resolve));
      stop.abort("the user left");
      expect(await failureOf(work)).toMatchObject({ code: "aborted", cause: "the user left" });
      expect([requests.length, timers.size, clock.now()]).toEqual([1, 0, 1_000_000]);
    }
    const { call, requests } = scripted([]);
    const work = call(readVerification, { path }, { signal: AbortSignal.abort() });
    expect((await failureOf(work)).code).toBe("aborted");
    expect(requests).toEqual([]);
  });

  it("leaves no listener on a signal that outlives it", async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    signal.addEventListener = () => void listeners++;
    signal.removeEventListener = () => void listeners--;
    const { call, runThrough } = scripted([refusal(503, "service_unavailable"), ok()]);
    await runThrough(call(readVerification, { path }, { signal }));
    expect(listeners).toBe(0);
  });

  it("follows no redirect, which would take the credential along", async () => {
    const moved = new Response(null, { status: 307, headers: { location: "https://evil.example" } });
    const { call, requests, runThrough } = scripted([moved]);
    const failure = await failureOf(runThrough(call(readVerification, { path })));
    expect(failure).toMatchObject({ code: "unexpected_answer", status: 307 });
    expect(requests[0]!.init.redirect).toBe("manual");
  });

  it("reports the result of each attempt, without the path, which may name a person", async () => {
    const { call, reports, runThrough } = scripted([refusal(503, "service_unavailable"), ok()]);
    await runThrough(call(eraseCustomer, { path: { customer_ref: "zoe@example.com" } }));
    expect(reports).toEqual([
      {
        ...{ operation: "eraseCustomer", attempt: 1, code: "service_unavailable", requestId: "req_1" },
        ...{ elapsedMs: 0, retryInMs: 250 },
      },
      {
        ...{ operation: "eraseCustomer", attempt: 2, code: undefined, requestId: undefined },
        ...{ elapsedMs: 0, retryInMs: undefined },
      },
    ]);
    expect(JSON.stringify(reports)).not.toContain("zoe");
  });

  it("rejects an id that would lead to another path", async () => {
    for (const id of ["", ".", "..", undefined as unknown as string]) {
      const { call, requests } = scripted([ok()]);
      await expect(call(readVerification, { path: { id } })).rejects.toThrow(TypeError);
      expect(requests).toEqual([]);
    }
    const { call, requests, runThrough } = scripted([ok()]);
    await runThrough(call(readVerification, { path: { id: "../customers/x?a#b" } }));
    expect(requests[0]!.url).toBe("https://id.example.com/v1/verifications/..%2Fcustomers%2Fx%3Fa%23b");
  });
});

describe("a failure", () => {
  const failing = async (answer: Response) => {
    const { call, runThrough } = scripted([answer], { maxRetries: 0 });
    return failureOf(runThrough(call(createVerification, { body })));
  };

  it("has code, status, request id, parameter, issues and the address of the explanation", async () => {
    const error = {
      code: "face_quality_too_low",
      message: "Too dark.",
      param: "image",
      issues: ["too_dark"],
    };
    const answer = Response.json(
      { error: { ...error, doc_url: "https://d", request_id: "req_2" } },
      { status: 400 },
    );
    const failure = await failing(answer);
    expect(failure).toMatchObject({
      ...{ code: "face_quality_too_low", status: 400, requestId: "req_2", param: "image" },
      ...{ issues: ["too_dark"], docUrl: "https://d", retryAfter: undefined },
      message: "face_quality_too_low: Too dark. (req_2)",
    });
    expect(isSelfsameError(failure)).toBe(true);
    expect(isSelfsameError(new Error("another"))).toBe(false);
  });

  it("an error of another package of ours is recognised, by its name and code", async () => {
    const error = await failing(Response.json({ error: { code: "not_found" } }, { status: 404 }));
    const otherPackage = Object.assign(new Error(error.message), { name: error.name, code: error.code });
    expect(otherPackage).not.toBeInstanceOf(SelfsameError);
    expect(isSelfsameError(otherPackage)).toBe(true);
    expect(isSelfsameError(Object.assign(new Error(), { name: "SelfsameError" }))).toBe(false);
    expect(isSelfsameError({ name: "SelfsameError", code: "not_found" })).toBe(false);
  });

  it.each([
    ["a proxy's page", 502, "bad_gateway"],
    ["a proxy's limit", 429, "bad_gateway"],
    ["another server", 404, "unexpected_answer"],
    ["a page that says all is well", 200, "unexpected_answer"],
  ])("distinguishes %s from the service", async (_, status, code) => {
    const failure = await failing(new Response("<html>Zoe</html>", { status }));
    expect(failure).toMatchObject({ code, status });
    expect(failure.message).not.toContain("Zoe");
  });

  it("of a service that is not there has its cause, and never the credential", async () => {
    const cause = new TypeError("fetch failed");
    const { call, requests, runThrough } = scripted([cause, cause], { maxRetries: 1 });
    const failure = await failureOf(runThrough(call(createVerification, { body })));
    expect(failure).toMatchObject({ code: "connection_failed", status: undefined, cause });
    expect(requests).toHaveLength(2);
    const { inspect } = await import("node:util");
    expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain("svc_sk_");
  });
});
