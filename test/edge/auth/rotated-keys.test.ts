import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from "jose";
import { afterAll, describe, expect, it, vi } from "vitest";
import { createApp } from "#edge/app.ts";
import { openReceiptSigner } from "#edge/auth/receipt.ts";
import { requestServices, sharedServices } from "#edge/composition.ts";
import { readEnv } from "#edge/env.ts";
import { ringOf } from "#local/stack/secrets.ts";
import { asReceived } from "../../harness/edge/as-received.ts";
import { testVariables } from "../../harness/edge/bindings.ts";
import { openTestEdge } from "../../harness/edge/test-edge.ts";

const edge = await openTestEdge();
const tenant = await edge.newTenant();
const next = await testVariables(edge.url);
next.TOKEN_SIGNING_JWK = next.TOKEN_SIGNING_JWK.replace('"k1"', '"k2"');
afterAll(() => edge.close());

const context = { waitUntil() {}, passThroughOnException() {}, props: {} };
const publicHalf = (jwk: string) => ({ ...JSON.parse(jwk), d: undefined });

/** The deployment on the same database, with some settings changed, and so in another isolate. */
function deployed(changes: Readonly<Record<string, string>>) {
  const bindings = { ...edge.bindings, ...changes };
  const app = createApp(async (given, lifetime) => requestServices(await sharedServices(given), lifetime));
  return async (path: string, credential: string, body?: object) => {
    const headers = { authorization: `Bearer ${credential}`, "content-type": "application/json" };
    const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    const sent = asReceived(new Request(`http://localhost${path}`, init));
    const response = await app.request(sent, undefined, bindings, context);
    // biome-ignore lint/suspicious/noExplicitAny: a test asserts on foreign JSON field by field.
    return { status: response.status, headers: response.headers, body: (await response.json()) as any };
  };
}

describe("the signing key of tokens is turned without an outage", () => {
  it("when the new key is accepted before it signs, and the old one for as long as its tokens live", async () => {
    const { TOKEN_SIGNING_JWK: old } = edge.bindings as { TOKEN_SIGNING_JWK: string };
    const accepts = (jwk: string) => JSON.stringify({ keys: [publicHalf(jwk)] });
    const steps = [
      deployed({}),
      deployed({ TOKEN_VERIFY_JWKS: accepts(next.TOKEN_SIGNING_JWK) }),
      deployed({ TOKEN_SIGNING_JWK: next.TOKEN_SIGNING_JWK, TOKEN_VERIFY_JWKS: accepts(old) }),
    ];
    const { id } = (await steps[0]!("/v1/verifications", tenant.keys.test, { customer_ref: "c" })).body
      .verification;
    // While a step is rolled out, isolates of the step before still answer: each accepts the other's tokens.
    for (const [at, issue] of steps.entries()) {
      const { token } = (await issue("/v1/sessions", tenant.keys.test, { verification_id: id })).body;
      for (const call of steps.slice(Math.max(0, at - 1), at + 2)) {
        expect((await call(`/v1/verifications/${id}`, token)).status).toBe(200);
      }
    }
    const { token } = (await steps[0]!("/v1/sessions", tenant.keys.test, { verification_id: id })).body;
    const ended = deployed({ TOKEN_SIGNING_JWK: next.TOKEN_SIGNING_JWK });
    expect((await ended(`/v1/verifications/${id}`, token)).body.error.code).toBe("token_invalid");
  });
});

describe("a receipt", () => {
  it("stays verifiable by a retired key", async () => {
    const env = readEnv(edge.bindings);
    const retired = await (await openReceiptSigner(env)).sign({ n: 1 });
    const later = readEnv({
      ...edge.bindings,
      TOKEN_SIGNING_JWK: next.TOKEN_SIGNING_JWK,
      RECEIPT_SIGNING_JWK: next.RECEIPT_SIGNING_JWK!.replace('"r1"', '"r2"'),
      RECEIPT_VERIFY_JWKS: JSON.stringify({
        keys: [publicHalf(edge.bindings.RECEIPT_SIGNING_JWK!)],
      }),
    });
    const keys = createLocalJWKSet((await openReceiptSigner(later)).publicKeys as JSONWebKeySet);
    expect((await compactVerify(retired, keys)).protectedHeader.typ).toBe("svc-receipt+jws");
  });
});

describe("a deployment that lacks the master key of its database", () => {
  it("answers 503, and its log names the key's id", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    await deployed({})("/v1/verifications", tenant.keys.test);
    const lost = deployed({ DATA_KEYS: next.DATA_KEYS! });
    const answer = await lost("/v1/verifications", tenant.keys.test);
    expect(answer).toMatchObject({ status: 503, body: { error: { code: "service_unavailable" } } });
    expect(answer.headers.get("retry-after")).toBe("60");
    const { newest } = await ringOf(edge.bindings);
    expect(String(log.mock.calls)).toContain(newest.id);
    log.mockRestore();
    const both = deployed({ DATA_KEYS: `${next.DATA_KEYS},${edge.bindings.DATA_KEYS}` });
    expect((await both("/v1/verifications", tenant.keys.test)).status).toBe(200);
  });
});
