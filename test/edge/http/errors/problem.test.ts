import { Hono } from "hono";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createApp } from "#edge/app.ts";
import { requestServices, sharedServices } from "#edge/composition.ts";
import { ApiError } from "#edge/core/errors.ts";
import type { AppEnv } from "#edge/http/context.ts";
import { onError } from "#edge/http/problem.ts";
import { requestId } from "#edge/http/request.ts";
import { testBindings } from "#test/harness/edge/bindings.ts";
import { openTestEdge, type TestEdge, type TestTenant } from "#test/harness/edge/test-edge.ts";

let edge: TestEdge;
let tenant: TestTenant;

beforeAll(async () => {
  edge = await openTestEdge();
  tenant = await edge.newTenant();
});
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
    expect(status).toBe(400);
    expect(headers.get("content-type")).toMatch(/^application\/json/);
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

  it("has one request id, also of the path `/*`, for which Hono runs the handlers of all paths twice", async () => {
    const { headers, body } = await edge.call("POST", "/*", tenant.keys.test);
    expect(body.error.request_id).toBe(headers.get("x-request-id"));
  });

  it("is answered as RFC 9457 to who asks for that", async () => {
    const accept = { accept: "application/problem+json" };
    const { status, headers, body } = await edge.call(
      "GET",
      "/v1/verifications/vf_0",
      tenant.keys.test,
      undefined,
      accept,
    );
    expect(status).toBe(404);
    expect(headers.get("content-type")).toBe("application/problem+json");
    expect(body).toMatchObject({ status: 404, code: "not_found", request_id: headers.get("x-request-id") });
    expect(body).toHaveProperty("type");
    expect(body).toHaveProperty("title");
    expect(body).toHaveProperty("detail");
  });

  it("says with Retry-After when to come back", async () => {
    const app = throwing(new ApiError("rate_limited", "Slow down.", { retryAfter: 7 }));
    expect((await app.request("/")).headers.get("retry-after")).toBe("7");
    const away = throwing(new ApiError("service_unavailable", "Away."));
    expect(Number((await away.request("/")).headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("names the scheme when a credential is missing or wrong", async () => {
    const { status, headers } = await edge.call("GET", "/v1/verifications");
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toMatch(/^Bearer/);
  });
});

describe("an operation that does not exist", () => {
  it.each([
    ["GET", "/"],
    ["GET", "/v2/verifications"],
    ["GET", "/v1/nothing"],
    ["PUT", "/v1/verifications"],
  ])("%s %s answers 404 not_found with a request id", async (method, path) => {
    const { status, headers, body } = await edge.call(method, path, tenant.keys.test);
    expect([status, body.error.code]).toEqual([404, "not_found"]);
    expect(headers.get("x-request-id")).toMatch(/^req_/);
  });
});

describe("a defect", () => {
  it("is a 500 that tells nothing, and one line of log with the request's id and no message", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const defect = new Error("insert into people values ('Jane Roe')", { cause: new TypeError("Jane Roe") });
    const response = await throwing(defect).request("/");
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(JSON.parse(text).error.code).toBe("internal_error");
    expect(text).not.toContain("Jane");
    expect(log).toHaveBeenCalledTimes(1);
    const line = String(log.mock.calls[0]);
    expect(line).toContain(response.headers.get("x-request-id"));
    expect(line).toContain("TypeError");
    expect(line).toContain("problem.test.ts");
    expect(line).not.toContain("Jane");
  });
});

describe("settings that do not hold", () => {
  it("answer every request with 503 and log the variable's name, not its value", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const app = createApp(async (bindings, lifetime) =>
      requestServices(await sharedServices(bindings), lifetime),
    );
    const bindings = { ...(await testBindings("http://127.0.0.1:1")), DATA_KEYS: "hush" };
    const context = { waitUntil() {}, passThroughOnException() {}, props: {} };
    const response = await app.request("/v1/verifications", {}, bindings, context);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error: { code: "service_unavailable" } });
    expect(response.headers.get("retry-after")).not.toBeNull();
    expect(String(log.mock.calls)).toContain("DATA_KEYS");
    expect(String(log.mock.calls)).not.toContain("hush");
  });
});
