import { afterAll, describe, expect, it } from "vitest";
import { route } from "#edge/api/call/route.ts";
import { API } from "#edge/api/routes.ts";
import { openCheckEdge } from "../../harness/edge/check-edge.ts";
import { handoffsOf } from "./sessions/handoffs.ts";

const edge = await openCheckEdge();
const { link, token, code } = await handoffsOf(edge).shown();
const credentials: Readonly<Record<string, string>> = {
  secret_key: edge.key,
  session_token: token,
  link,
  handoff: code,
};
afterAll(() => edge.close());

/** How a credential is rejected at a route that does not list it. */
const CLOSED: Readonly<Record<string, string>> = {
  secret_key: "403 token_scope_insufficient",
  session_token: "403 token_scope_insufficient",
  link: "401 invalid_api_key",
  handoff: "401 invalid_api_key",
};

const matrix = API.flatMap(({ routes }) => routes).flatMap(({ method, path, callers }) =>
  callers === "anybody"
    ? []
    : Object.keys(CLOSED).map((kind) => ({
        call: `${method.toUpperCase()} ${path}`,
        kind,
        isListed: callers.some((listed) => listed === kind),
      })),
);

describe("a route is open to the credentials that it lists, and closed to every other before its body is read", () => {
  it.each(matrix)("$call by $kind: $isListed", async ({ call, kind, isListed }) => {
    const [method, path] = call.split(" ") as [string, string];
    const sent = method === "POST" ? "no JSON" : undefined;
    const { status, body } = await edge.call(method, path.replace(/:\w+/g, "none"), credentials[kind], sent);
    const refusal = `${status} ${body?.error?.code}`;
    if (isListed) expect(Object.values(CLOSED)).not.toContain(refusal);
    else expect(refusal).toBe(CLOSED[kind]);
  });

  it.each([
    ["POST /v1/handoffs/claim", "secret_key", "a handoff code (svc_hand_…)"],
    ["POST /v1/handoffs/claim", "link", "a handoff code (svc_hand_…)"],
    [
      "POST /v1/capture/sessions",
      "session_token",
      "the secret of a link (svc_link_…) or a handoff code (svc_hand_…)",
    ],
    [
      "POST /v1/capture/withdrawals",
      "secret_key",
      "the secret of a link (svc_link_…) or a handoff code (svc_hand_…)",
    ],
    ["POST /v1/handoffs", "link", "a session token"],
    ["POST /v1/verifications", "session_token", "a secret key"],
    ["POST /v1/liveness/check", "handoff", "a secret key or a session token"],
  ])("%s rejects a %s by the credential that it takes", async (call, kind, taken) => {
    const [method, path] = call.split(" ") as [string, string];
    const { body } = await edge.call(method, path, credentials[kind], "no JSON");
    expect(body.error.message).toMatch(/^This is .+, which may not call this operation\. Use /);
    expect(body.error.message).toContain(`Use ${taken}.`);
  });

  it("every route under /v1 but a wallet's, whose id is the secret, lists them, and no other route does", () => {
    const routes = API.flatMap((group) => group.routes);
    const open = routes.filter(({ callers }) => callers === "anybody").map(({ path }) => path);
    const wallet = "/v1/wallet/:request_id";
    expect(open).toEqual(["/media/:tenant/:object", wallet, wallet, "/.well-known/jwks.json", "/health"]);
  });
});

describe("a declaration", () => {
  const facts = { method: "get", path: "/v1/x", id: "readX", summary: "Read x" } as const;
  const ok = { status: 200, description: "It." } as const;

  it("does not compile without its callers, and gives its handler the principals that it lists", () => {
    // @ts-expect-error: a declaration without callers, which does not load either
    expect(() => route({ ...facts, answer: ok }, () => ({}))).toThrow();
    // @ts-expect-error: a list of no callers
    route({ ...facts, callers: [], answer: ok }, () => ({}));
    const forKeys = { ...facts, callers: ["secret_key"], scope: "events:read", answer: ok } as const;
    // @ts-expect-error: a session token is not listed, so a principal has no `jti`
    route(forKeys, ({ principal }) => ({ id: principal.jti }));
    route(forKeys, ({ principal }) => ({ id: principal.keyId }));
    // @ts-expect-error: a route for secret keys without a scope for restricted ones
    route({ ...facts, callers: ["secret_key"], answer: ok }, () => ({}));
    // @ts-expect-error: a scope that no key could have
    route({ ...facts, callers: ["session_token"], scope: "events:read", answer: ok }, () => ({}));
  });

  it("with a session token has a view for it, and without one has none", () => {
    const [schema] = API.flatMap(({ routes }) => routes.flatMap(({ answer }) => answer.schema ?? []));
    const answer = { ...ok, schema: schema! };
    const make = (callers: ["session_token" | "secret_key"], forToken?: typeof schema) =>
      route(
        { ...facts, callers, scope: "events:read", answer: { ...answer, ...(forToken && { forToken }) } },
        () => ({}),
      );
    expect(() => make(["session_token"])).toThrow("readX has no view for a session token");
    expect(() => make(["secret_key"], schema)).toThrow("readX has no view for a session token");
    expect(make(["session_token"], schema).isKeyed).toBe(false);
  });
});
