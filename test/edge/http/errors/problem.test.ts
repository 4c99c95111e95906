import { Hono } from "hono";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { createApp } from "#edge/app.ts";
import { requestServices, sharedServices } from "#edge/composition.ts";
import { ApiError } from "#edge/core/errors.ts";
import type { AppEnv } from "#edge/http/context.ts";
import { onError } from "#edge/http/problem.ts";
import { requestId } from "#edge/http/request.ts";
import { testBindings } from "#test/harness/edge/bindings.ts";
import { openTestEdge, outcome } from "#test/harness/edge/test-edge.ts";

const edge = await openTestEdge();
const tenant = await edge.newTenant();
afterAll(() => edge.close());
afterEach(() => vi.restoreAllMocks());

const throwing = (error: Error) => {
  const app = new Hono<AppEnv>();
  app.onError(onError);
  app.use(requestId);
  app.get("/", () => {
    throw error;
  });
  return app;
};

describe("a refusal", () => {
  it("is answered as JSON with code, type, param and the request's id", async () => {
    const { status, headers, body } = await edge.call("POST", "/v1/verifications", tenant.keys.test, {});
    expect([status, headers.get("content-type")]).toEqual([400, expect.stringMatching(/^application\/json/)]);
    expect(body.error).toEqual({
      type: "invalid_request_error",
      code: "missing_parameter",
      message: expect.any(String),
      param: "customer_ref",
      request_id: headers.get("x-request-id"),
      doc_url: expect.stringContaining("missing_parameter"),
    });
    expect(body.error.request_id).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/);
  });

  it("has one request id, also of the path `/*`", async () => {
    const { headers, body } = await edge.call("POST", "/*", tenant.keys.test);
    expect(body.error.request_id).toBe(headers.get("x-request-id"));
  });

  it.each(["/v1/*", "/v1/%2A"])("counts as one call, also of the path `%s`", async (path) => {
    const left = async (at: string) => {
      const { headers } = await edge.call("GET", at, tenant.keys.test);
      return Number(headers.get("ratelimit-remaining"));
    };
    expect((await left("/v1/nothing")) - (await left(path))).toBe(1);
  });

  it("is returned in the RFC 9457 format if the Accept header asks for it", async () => {
    const { status, headers, body } = await edge.send("GET", "/v1/verifications/vf_0", tenant.keys.test, {
      headers: { accept: "application/problem+json" },
    });
    expect([status, headers.get("content-type")]).toEqual([404, "application/problem+json"]);
    const text = expect.any(String);
    const common = { status: 404, code: "not_found", request_id: headers.get("x-request-id") };
    expect(body).toMatchObject({ ...common, type: text, title: text, detail: text });
  });

  it("says with Retry-After when to come back", async () => {
    const app = throwing(new ApiError("rate_limited", "Slow down.", { retryAfter: 7 }));
    expect((await app.request("/")).headers.get("retry-after")).toBe("7");
    const away = throwing(new ApiError("service_unavailable", "Away."));
    expect(Number((await away.request("/")).headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("names the scheme when a credential is missing or wrong", async () => {
    const { status, headers } = await edge.call("GET", "/v1/verifications");
    expect([status, headers.get("www-authenticate")]).toEqual([401, expect.stringMatching(/^Bearer/)]);
  });
});

it.each([
  ["GET", "/"],
  ["GET", "/v2/verifications"],
  ["GET", "/v1/nothing"],
])("%s %s, which does not exist, is 404 not_found with a request id", async (method, path) => {
  const answer = await edge.call(method, path, tenant.keys.test);
  expect([outcome(answer), answer.headers.get("x-request-id")]).toEqual([
    "404 not_found",
    expect.stringMatching(/^req_/),
  ]);
});

it("a defect is a 500 that says nothing of it, and one line of log with the request's id and no message", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const defect = new Error("insert into people values ('Jane Roe')", { cause: new TypeError("Jane Roe") });
  const response = await throwing(defect).request("/");
  const text = await response.text();
  expect([response.status, JSON.parse(text).error.code]).toEqual([500, "internal_error"]);
  expect(log).toHaveBeenCalledTimes(1);
  const line = String(log.mock.calls[0]);
  for (const part of [response.headers.get("x-request-id"), "TypeError", "problem.test.ts"])
    expect(line).toContain(part);
  expect(text + line).not.toContain("Jane");
});

it("settings that do not hold answer every request with 503; the log has the variable's name, not its value", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const app = createApp(async (bindings, lifetime) =>
    requestServices(await sharedServices(bindings), lifetime),
  );
  const bindings = { ...(await testBindings("http://127.0.0.1:1")), DATA_KEYS: "hush" };
  const context = { waitUntil() {}, passThroughOnException() {}, props: {} };
  const response = await app.request("/v1/verifications", {}, bindings, context);
  expect([response.status, response.headers.has("retry-after")]).toEqual([503, true]);
  expect(await response.json()).toMatchObject({ error: { code: "service_unavailable" } });
  expect(String(log.mock.calls)).toContain("DATA_KEYS");
  expect(String(log.mock.calls)).not.toContain("hush");
});

describe("a refused credential", () => {
  const key = tenant.keys.test;
  const message = async (authorization: string) =>
    (await edge.call("GET", "/v1/verifications", undefined, undefined, { authorization })).body.error.message;

  it("by Basic is answered with Bearer, and no other scheme is quoted", async () => {
    expect(await message(`Basic ${btoa(`${key}:`)}`)).toContain("Send Authorization: Bearer");
    expect(await message(key)).toMatch(/must be Bearer/);
    expect(await message(key)).not.toContain(key);
  });

  it.each([
    ["Bearer Bearer KEY", "This one has Bearer twice."],
    ["Bearer KEY, Bearer KEY", "The header is given twice. Send it once."],
    ["Bearer KEY KEY", "This one has a space within the key."],
    ["Bearer ", "This one has nothing after Bearer."],
    ["Bearer [object Object]", "This one has an object that became text."],
    ["KEY", "This one has no Bearer before the key."],
    ["Bearer undefined", "It is a variable without a value"],
    ["Bearer YOUR_API_KEY", "It is a placeholder"],
    ["Bearer $SELFSAME_KEY", "It is a placeholder"],
    ['Bearer "KEY"', "It is in quotation marks"],
    ["Bearer sk_test_51Habc", "It is the key of another service."],
    ["Bearer eyJhbGciOi", "send a session token complete, with svc_tok_test_ or svc_tok_live_ before it."],
    ["Bearer whsec_abc", "It is a webhook signing secret"],
    ["Bearer vf_01JPA6Z8W4K8N2P4R6S8T0V2W4", "It is an id, not a key."],
    ["Bearer whatever", "keys begin with svc_sk_ or svc_rk_ and the mode."],
  ])("says what was sent in place of a key, and does not quote it: %s", async (header, text) => {
    const said = await message(header.replaceAll("KEY", header.includes("_KEY") ? "KEY" : key));
    expect(said).toContain(text);
    expect(said).not.toContain(key);
  });

  it("that lacks a character is called incomplete, and an unknown one unknown", async () => {
    expect(await message(`Bearer ${key.slice(0, -1)}`)).toContain("not a complete secret key");
    expect(await message(`Bearer svc_tok_test_eyJ.eyJ.${"x".repeat(80)}`)).toContain("cut off or changed");
    expect(await message(`Bearer ${key.replace(/^svc_sk_test/, "svc_sk_live")}`)).toContain("checksum");
  });
});
