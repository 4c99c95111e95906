import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemContext } from "#edge/operations/commit/context.ts";
import { changeCapture } from "#edge/operations/tenants/change-capture.ts";
import { openDatabase } from "#edge/store/database.ts";
import { image } from "#test/harness/edge/check-edge.ts";
import { openTestEdge, type TestEdge, type TestTenant } from "#test/harness/edge/test-edge.ts";

const SHOP = "https://shop.example";
const DEVELOPER = "http://localhost:3000";
/** The `PUBLIC_URL` of the tests. */
const OWN = "http://127.0.0.1:8787";

/** Origins that no list of `SHOP` and `DEVELOPER` allows. */
const UNLISTED = {
  "of another tenant": "https://other.example",
  "of nobody": "https://evil.example",
  "with another port": "https://shop.example:8443",
  "of a subdomain": "https://a.shop.example",
  "with a longer suffix": "https://shop.example.evil.example",
  "with a longer prefix": "https://evilshop.example",
  "on another port of this machine": "http://localhost:3001",
};
/** What no tenant can list: no browser sends it as the origin of a page, or no page of it can be trusted. */
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

let edge: TestEdge;
let tenant: TestTenant;
let id: string;
let operations: readonly TokenOperation[];
const tokens = { test: "", live: "" };

beforeAll(async () => {
  const many = { LIMIT_TOKEN_CALLS: "1000000", LIMIT_CHALLENGES: "1000000" };
  edge = await openTestEdge({ settings: { LOCAL_STACK: "true", ...many } });
  tenant = await edge.newTenant();
  const other = await edge.newTenant();
  const ctx = systemContext(edge.services, edge.services.clock());
  await changeCapture({ ...ctx, tenantId: tenant.id }, { allowedOrigins: [SHOP, DEVELOPER] });
  await changeCapture({ ...ctx, tenantId: other.id }, { allowedOrigins: [UNLISTED["of another tenant"]] });
  for (const mode of ["live", "test"] as const) {
    const { body } = await edge.call("POST", "/v1/verifications", tenant.keys[mode], { customer_ref: "c" });
    tokens[mode] = body.session_token.token;
    id = body.verification.id;
  }
  operations = await tokenOperations();
});
afterAll(() => edge.close());

/** What the reference says that a token may call. */
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

const preflight = (path: string, headers: Record<string, string>) =>
  edge.fetch(
    new Request(new URL(path, "http://localhost"), {
      method: "OPTIONS",
      headers: { "access-control-request-headers": "authorization,content-type", ...headers },
    }),
  );
const preflightOf = ({ method, path }: TokenOperation, origin: string) =>
  preflight(path, { origin, "access-control-request-method": method });

const allowed = (headers: Headers) => headers.get("access-control-allow-origin");

it("the reference names what a token may call", () => {
  expect(operations.length).toBeGreaterThanOrEqual(6);
});

describe("a page of a listed origin", () => {
  it.each([SHOP, DEVELOPER])("of %s reads the answer of every operation of a token", async (origin) => {
    for (const operation of operations) {
      const { headers, body } = await ask(operation, origin);
      expect(body.error?.code).not.toBe("origin_not_allowed");
      expect(allowed(headers)).toBe(origin);
      expect(headers.get("vary")).toContain("Origin");
      const exposed = headers.get("access-control-expose-headers");
      for (const name of ["X-Request-Id", "Retry-After", "RateLimit-Reset", "ETag", "Idempotent-Replayed"])
        expect(exposed).toContain(name);
      expect(headers.get("access-control-allow-credentials")).toBeNull();
    }
  });

  it("on this machine counts in test mode only", async () => {
    for (const { method, path } of operations) {
      const { status, body } = await ask({ method, path }, DEVELOPER, tokens.live);
      expect([status, body.error.code]).toEqual([403, "origin_not_allowed"]);
    }
    expect((await ask(operations[0]!, SHOP, tokens.live)).body.error?.code).not.toBe("origin_not_allowed");
  });
});

describe("a page of the service itself", () => {
  it("is let in without being listed", async () => {
    for (const operation of operations)
      expect((await ask(operation, OWN)).body.error?.code).not.toBe("origin_not_allowed");
  });
});

describe("a caller without an origin", () => {
  it("is no page and is let in, without CORS", async () => {
    for (const operation of operations) {
      const { headers, body } = await ask(operation, null);
      expect(body.error?.code).not.toBe("origin_not_allowed");
      expect(allowed(headers)).toBeNull();
      expect(headers.get("vary")).toContain("Origin");
    }
  });
});

describe("a page of an origin that is not listed", () => {
  it.each(Object.entries(UNLISTED))("%s is refused at every operation, and reads why", async (_, origin) => {
    for (const operation of operations) {
      const { status, headers, body } = await ask(operation, origin);
      expect([status, body.error.code]).toEqual([403, "origin_not_allowed"]);
      expect(allowed(headers)).toBe(origin);
    }
  });

  it.each(Object.entries(UNLISTABLE))("%s is refused and reads nothing", async (_, origin) => {
    for (const operation of operations) {
      const { status, headers, body } = await ask(operation, origin);
      expect([status, body.error.code]).toEqual([403, "origin_not_allowed"]);
      expect(allowed(headers)).toBeNull();
    }
  });

  it("is refused before its upload is looked at", async () => {
    const { status } = await edge.call("POST", "/v1/ocr/scan", tokens.test, "no form", {
      origin: "https://evil.example",
    });
    expect(status).toBe(403);
  });

  it("is let in from the moment that it is listed, and no longer than that", async () => {
    const ctx = { ...systemContext(edge.services, edge.services.clock()), tenantId: tenant.id };
    const [first] = operations as [TokenOperation];
    await changeCapture(ctx, { allowedOrigins: [SHOP, DEVELOPER, "https://new.example"] });
    expect((await ask(first, "https://new.example")).body.error?.code).not.toBe("origin_not_allowed");
    await changeCapture(ctx, { allowedOrigins: [SHOP, DEVELOPER] });
    expect((await ask(first, "https://new.example")).body.error.code).toBe("origin_not_allowed");
  });
});

describe("a refusal that comes before the tenant is known", () => {
  const anywhere = "https://any.example";

  it.each([
    ["without a credential", null, "missing_credentials"],
    ["with a token that nobody issued", "svc_tok_test_made.up.token", "token_invalid"],
  ])("%s is read by a page of any origin", async (_, credential, code) => {
    for (const operation of operations) {
      const { status, headers, body } = await ask(operation, anywhere, credential);
      expect([status, body.error.code]).toEqual([401, code]);
      expect(allowed(headers)).toBe(anywhere);
    }
  });

  it("of a revoked or expired token is read by a page of any origin", async () => {
    const { body } = await edge.call("POST", "/v1/sessions", tenant.keys.test, { verification_id: id });
    const read = async () => {
      const { body: told, headers } = await ask(
        { method: "GET", path: `/v1/verifications/${id}` },
        anywhere,
        body.token,
      );
      return [told.error.code, allowed(headers)];
    };
    await edge.call("DELETE", `/v1/sessions/${body.jti}`, tenant.keys.test);
    expect(await read()).toEqual(["token_revoked", anywhere]);
    edge.advance(3_600_000);
    expect(await read()).toEqual(["token_expired", anywhere]);
    edge.advance(-3_600_000);
  });

  it("because the database is away is read by a page of any origin", async () => {
    const { db } = edge.services;
    Object.assign(edge.services, { db: openDatabase("http://127.0.0.1:9") });
    const { status, headers } = await ask(operations[0]!, anywhere);
    Object.assign(edge.services, { db });
    expect([status, allowed(headers)]).toEqual([503, anywhere]);
    expect(headers.get("retry-after")).not.toBeNull();
  });
});

describe("a refusal of a listed origin's call", () => {
  it("of its input, its media type or its rate is read by the page", async () => {
    const tooOften = await openTestEdge({ settings: { LOCAL_STACK: "true", LIMIT_TOKEN_CALLS: "1" } });
    const shop = await tooOften.newTenant();
    const ctx = { ...systemContext(tooOften.services, tooOften.services.clock()), tenantId: shop.id };
    await changeCapture(ctx, { allowedOrigins: [SHOP] });
    const { body } = await tooOften.call("POST", "/v1/sessions", shop.keys.live, { customer_ref: "c" });
    const scan = () => tooOften.call("POST", "/v1/ocr/scan", body.token, "{}", { origin: SHOP });
    const answers = [await scan(), await scan()];
    expect(answers.map(({ status }) => status)).toEqual([415, 429]);
    for (const { headers } of answers) expect(allowed(headers)).toBe(SHOP);
    await tooOften.close();
  });
});

describe("a preflight", () => {
  it.each(["https://any.example", SHOP, DEVELOPER])(
    "of %s is answered without a credential for every operation of a token, whoever lists the origin",
    async (origin) => {
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
    },
  );

  it("asks nothing of the database", async () => {
    const { db } = edge.services;
    Object.assign(edge.services, { db: undefined });
    const { status } = await preflightOf(operations[0]!, SHOP);
    Object.assign(edge.services, { db });
    expect(status).toBe(204);
  });

  it.each(Object.entries(UNLISTABLE))("of an origin %s is refused", async (_, origin) => {
    for (const operation of operations) {
      const answer = await preflightOf(operation, origin);
      expect([answer.status, allowed(answer.headers)]).toEqual([403, null]);
    }
  });

  it("for what only a secret key may call is answered as any call without a credential", async () => {
    for (const [method, path] of [
      ["POST", "/v1/verifications"],
      ["GET", "/v1/verifications"],
      ["POST", "/v1/sessions"],
      ["DELETE", `/v1/verifications/${id}`],
      ["POST", `/v1/verifications/${id}/cancel`],
    ] as const) {
      const { status, headers } = await preflightOf({ method, path }, SHOP);
      expect([status, allowed(headers)]).toEqual([401, null]);
    }
  });
});

describe("a secret key in a page", () => {
  it("gets answers that no page can read, whatever the origin", async () => {
    for (const origin of [SHOP, OWN, "https://evil.example"]) {
      for (const operation of [...operations, { method: "GET", path: "/v1/verifications" }]) {
        for (const key of [tenant.keys.test, "svc_sk_test_made-up"]) {
          expect(allowed((await ask(operation, origin, key)).headers)).toBeNull();
        }
      }
    }
  });
});
