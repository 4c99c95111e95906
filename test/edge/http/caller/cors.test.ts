import { afterAll, describe, expect, it } from "vitest";
import { systemContext } from "#edge/operations/commit/context.ts";
import { changeCapture } from "#edge/operations/tenants/change-capture.ts";
import { openDatabase } from "#edge/store/database.ts";
import { image } from "#test/harness/edge/check-edge.ts";
import { openTestEdge, outcome } from "#test/harness/edge/test-edge.ts";

const SHOP = "https://shop.example";
const DEVELOPER = "http://localhost:3000";
/** The `PUBLIC_URL` of the tests. */
const OWN = "http://127.0.0.1:8787";

/** Origins that no list of `SHOP` and `DEVELOPER` allows. */
const UNLISTED = {
  "of another tenant": "https://other.example",
  "of an unknown origin": "https://evil.example",
  "with another port": "https://shop.example:8443",
  "of a subdomain": "https://a.shop.example",
  "with a longer suffix": "https://shop.example.evil.example",
  "with a longer prefix": "https://evilshop.example",
  "on another port of this machine": "http://localhost:3001",
};
/** Origins that a tenant cannot list: no browser sends them, or no page of them can be trusted. */
const UNLISTABLE = {
  "without encryption": "http://shop.example",
  opaque: "null",
  "in other letters": "https://SHOP.example",
  "with a path": "https://shop.example/",
  "with its default port": "https://shop.example:443",
  "with a final dot": "https://shop.example.",
  "with a user": "https://shop.example@evil.example",
  "of an extension": "chrome-extension://abcdef",
  "of a wildcard": "*",
  double: "https://shop.example, https://evil.example",
};

interface TokenOperation {
  readonly method: string;
  readonly path: string;
}

let id: string;
const tokens = { test: "", live: "" };

const many = { LIMIT_TOKEN_CALLS: "1000000", LIMIT_CHALLENGES: "1000000" };
const edge = await openTestEdge({ settings: { LOCAL_STACK: "true", ...many } });
const tenant = await edge.newTenant();
const other = await edge.newTenant();
const ctx = systemContext(edge.services, edge.services.clock());
await changeCapture({ ...ctx, tenantId: tenant.id }, { allowedOrigins: [SHOP, DEVELOPER] });
await changeCapture({ ...ctx, tenantId: other.id }, { allowedOrigins: [UNLISTED["of another tenant"]] });
for (const mode of ["live", "test"] as const) {
  const { body } = await edge.call("POST", "/v1/verifications", tenant.keys[mode], { customer_ref: "c" });
  tokens[mode] = body.session_token.token;
  id = body.verification.id;
}
const operations = await tokenOperations();
afterAll(() => edge.close());

/** A token's operations by the reference. */
async function tokenOperations(): Promise<TokenOperation[]> {
  const { body } = await edge.call("GET", "/openapi.json");
  return Object.entries<Record<string, { security: object[] }>>(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security.some((each) => "sessionToken" in each))
      .map(([method]) => ({ method: method.toUpperCase(), path: path.replace("{id}", id) })),
  );
}

const ask = async (
  { method, path }: TokenOperation,
  origin: string | null,
  credential: string | null = tokens.test,
) => {
  const form = new FormData();
  form.set("nothing", new Blob([image()]));
  const headers = origin === null ? {} : { origin };
  return edge.call(method, path, credential ?? undefined, method === "GET" ? undefined : form, headers);
};

const preflightOf = ({ method, path }: TokenOperation, origin: string) => {
  const asked = {
    "access-control-request-headers": "authorization",
    "access-control-request-method": method,
  };
  const headers = { origin, ...asked };
  return edge.fetch(new Request(new URL(path, "http://localhost"), { method: "OPTIONS", headers }));
};

const allowed = (headers: Headers) => headers.get("access-control-allow-origin");

const letIn = async (operation: TokenOperation, origin: string, credential = tokens.test) =>
  expect(outcome(await ask(operation, origin, credential))).not.toBe("403 origin_not_allowed");

it("the reference lists the operations that a token may call", () => {
  expect(operations.length).toBeGreaterThanOrEqual(6);
});

describe("a page of a listed origin", () => {
  it.each([SHOP, DEVELOPER])("of %s reads the answer of every operation of a token", async (origin) => {
    for (const operation of operations) {
      const answer = await ask(operation, origin);
      expect(outcome(answer)).not.toBe("403 origin_not_allowed");
      expect(allowed(answer.headers)).toBe(origin);
      expect(answer.headers.get("vary")).toContain("Origin");
      const exposed = answer.headers.get("access-control-expose-headers");
      for (const name of ["X-Request-Id", "Retry-After", "RateLimit-Reset", "ETag", "Idempotent-Replayed"])
        expect(exposed).toContain(name);
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    }
  });

  it("on this machine counts in test mode only", async () => {
    for (const operation of operations)
      expect(outcome(await ask(operation, DEVELOPER, tokens.live))).toBe("403 origin_not_allowed");
    await letIn(operations[0]!, SHOP, tokens.live);
  });

  it("counts from the moment that it is listed, and no longer than that", async () => {
    const ctx = { ...systemContext(edge.services, edge.services.clock()), tenantId: tenant.id };
    const [first] = operations as [TokenOperation];
    await changeCapture(ctx, { allowedOrigins: [SHOP, DEVELOPER, "https://new.example"] });
    await letIn(first, "https://new.example");
    await changeCapture(ctx, { allowedOrigins: [SHOP, DEVELOPER] });
    expect(outcome(await ask(first, "https://new.example"))).toBe("403 origin_not_allowed");
  });

  it("reads refusals of its input and of its rate", async () => {
    const tooOften = await openTestEdge({ settings: { LOCAL_STACK: "true", LIMIT_TOKEN_CALLS: "1" } });
    const shop = await tooOften.newTenant();
    const ctx = { ...systemContext(tooOften.services, tooOften.services.clock()), tenantId: shop.id };
    await changeCapture(ctx, { allowedOrigins: [SHOP] });
    const { body } = await tooOften.call("POST", "/v1/sessions", shop.keys.live, { customer_ref: "c" });
    const scan = () => tooOften.call("POST", "/v1/ocr/scan", body.token, "{}", { origin: SHOP });
    const answers = [await scan(), await scan()];
    const read = answers.map(({ status, headers }) => [status, allowed(headers)]);
    expect(read).toEqual([
      [415, SHOP],
      [429, SHOP],
    ]);
    await tooOften.close();
  });
});

it("a page of the service itself is allowed without being listed", async () => {
  for (const operation of operations) await letIn(operation, OWN);
});

it("a caller without an origin is no page and is allowed, without CORS", async () => {
  for (const operation of operations) {
    const answer = await ask(operation, null);
    expect(outcome(answer)).not.toBe("403 origin_not_allowed");
    expect([allowed(answer.headers), answer.headers.get("vary")]).toEqual([
      null,
      expect.stringContaining("Origin"),
    ]);
  }
});

describe("a page of an origin that is not listed is rejected at every operation, before its upload is read", () => {
  const refused = async (origin: string, readable: string | null) => {
    for (const operation of operations) {
      const answer = await ask(operation, origin);
      expect([outcome(answer), allowed(answer.headers)]).toEqual(["403 origin_not_allowed", readable]);
    }
  };
  it.each(Object.entries(UNLISTED))("%s, and reads why", (_, origin) => refused(origin, origin));
  it.each(Object.entries(UNLISTABLE))("%s, and reads nothing", (_, origin) => refused(origin, null));
});

describe("a refusal that comes before the tenant is known is read by a page of any origin", () => {
  const anywhere = "https://any.example";

  it.each([
    ["without a credential", null, "401 missing_credentials"],
    ["with a token that was never issued", "svc_tok_test_made.up.token", "401 token_invalid"],
  ])("%s", async (_, credential, refusal) => {
    for (const operation of operations) {
      const answer = await ask(operation, anywhere, credential);
      expect([outcome(answer), allowed(answer.headers)]).toEqual([refusal, anywhere]);
    }
  });

  it("with a revoked or expired token", async () => {
    const { body } = await edge.call("POST", "/v1/sessions", tenant.keys.test, { verification_id: id });
    const read = async () => {
      const answer = await ask({ method: "GET", path: `/v1/verifications/${id}` }, anywhere, body.token);
      return [outcome(answer), allowed(answer.headers)];
    };
    await edge.call("DELETE", `/v1/sessions/${body.jti}`, tenant.keys.test);
    expect(await read()).toEqual(["401 token_revoked", anywhere]);
    edge.advance(3_600_000);
    expect(await read()).toEqual(["401 token_expired", anywhere]);
    edge.advance(-3_600_000);
  });

  it("because the database is away", async () => {
    const { db } = edge.services;
    Object.assign(edge.services, { db: openDatabase("http://127.0.0.1:9") });
    const { status, headers } = await ask(operations[0]!, anywhere);
    Object.assign(edge.services, { db });
    expect([status, allowed(headers), headers.has("retry-after")]).toEqual([503, anywhere, true]);
  });
});

describe("a preflight", () => {
  it("of any origin is answered without a credential or a read for every operation of a token", async () => {
    const { db } = edge.services;
    Object.assign(edge.services, { db: undefined });
    for (const origin of ["https://any.example", SHOP, DEVELOPER]) {
      for (const operation of operations) {
        const { status, headers } = await preflightOf(operation, origin);
        expect([status, allowed(headers)]).toEqual([204, origin]);
        expect(headers.get("access-control-allow-methods")).toBe(operation.method);
        for (const name of ["Authorization", "Content-Type", "Idempotency-Key", "If-None-Match"])
          expect(headers.get("access-control-allow-headers")).toContain(name);
        expect(headers.get("access-control-max-age")).toBe("7200");
        expect(headers.get("access-control-allow-credentials")).toBeNull();
        expect(headers.get("vary")).toContain("Origin");
      }
    }
    Object.assign(edge.services, { db });
  });

  it.each(Object.entries(UNLISTABLE))("of an origin %s is rejected", async (_, origin) => {
    for (const operation of operations) {
      const answer = await preflightOf(operation, origin);
      expect([answer.status, allowed(answer.headers)]).toEqual([403, null]);
    }
  });

  it.each([
    ["POST", "/v1/verifications"],
    ["GET", "/v1/verifications"],
    ["POST", "/v1/sessions"],
    ["POST", "/v1/verifications/vf_0/cancel"],
  ])("for %s %s, which only a secret key may call, is 401 without CORS", async (method, path) => {
    const { status, headers } = await preflightOf({ method, path }, SHOP);
    expect([status, allowed(headers)]).toEqual([401, null]);
  });
});

it("a secret key in a page gets answers that no page can read, whatever the origin", async () => {
  for (const origin of [SHOP, OWN, "https://evil.example"]) {
    for (const operation of [...operations, { method: "GET", path: "/v1/verifications" }]) {
      for (const key of [tenant.keys.test, "svc_sk_test_made-up"]) {
        expect(allowed((await ask(operation, origin, key)).headers)).toBeNull();
      }
    }
  }
});
