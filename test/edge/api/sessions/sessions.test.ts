import { decodeJwt } from "jose";
import { afterAll, describe, expect, it } from "vitest";
import { listAudit } from "#edge/store/audit/audit.ts";
import { commit } from "#edge/store/batch.ts";
import { updateTenantSettings } from "#edge/store/tenancy/tenants.ts";
import { openTestEdge, outcome } from "#test/harness/edge/test-edge.ts";

const edge = await openTestEdge();
const tenant = await edge.newTenant();
afterAll(() => edge.close());

const create = (body: unknown, key = tenant.keys.test) => edge.call("POST", "/v1/sessions", key, body);

describe("POST /v1/sessions", () => {
  it("answers a token of 30 minutes for a new verification under the default policy", async () => {
    const { status, body } = await create({ customer_ref: "user-1" });
    expect(status).toBe(201);
    expect(body).toEqual({
      token: expect.stringMatching(/^svc_tok_test_/),
      jti: expect.stringMatching(/^jti_/),
      verification_id: expect.stringMatching(/^vf_/),
      ...{ customer_ref: "user-1", mode: "test", expires_at: expect.any(String), expires_in: 1800 },
    });
    const longest = await create({ customer_ref: "user-1", ttl_seconds: 86_400 });
    expect(longest.body.expires_in).toBe(86_400);
    const { exp, iat, sub } = decodeJwt(body.token.slice("svc_tok_test_".length));
    expect([exp! - iat!, sub]).toEqual([1800, body.verification_id]);
    expect(Date.parse(body.expires_at)).toBe(exp! * 1000);
    const read = await edge.call("GET", `/v1/verifications/${body.verification_id}`, body.token);
    expect(read.body).toMatchObject({
      status: "created",
      customer_ref: "user-1",
      policy: { max_attempts: 3 },
    });
  });

  it("mints one more token for an open verification, and the first stays good", async () => {
    const first = (await create({ customer_ref: "user-1" })).body;
    const { verification_id } = first;
    const second = await create({ customer_ref: "user-1", verification_id, ttl_seconds: 60 });
    expect(second.status).toBe(201);
    expect(second.body).toMatchObject({ verification_id, expires_in: 60 });
    for (const { token } of [first, second.body])
      expect((await edge.call("GET", `/v1/verifications/${verification_id}`, token)).status).toBe(200);
  });

  it.each([
    [{ customer_ref: "u", ttl_seconds: 59 }, "ttl_out_of_range", "ttl_seconds"],
    [{ customer_ref: "u", ttl_seconds: 86_401 }, "ttl_out_of_range", "ttl_seconds"],
    [{ customer_ref: "u", ttl_seconds: -5 }, "ttl_out_of_range", "ttl_seconds"],
    [{ customer_ref: "u", ttl_seconds: "60" }, "invalid_parameter", "ttl_seconds"],
    [{}, "missing_parameter", "customer_ref"],
    [{ customer_ref: "" }, "invalid_parameter", "customer_ref"],
    [{ customer_ref: "x".repeat(256) }, "invalid_parameter", "customer_ref"],
    [{ customer_ref: "a\nb" }, "invalid_parameter", "customer_ref"],
    [{ customer_ref: 7 }, "invalid_parameter", "customer_ref"],
    [{ customer_ref: "u", color: 1 }, "unknown_parameter", "color"],
    ["{", "invalid_json", undefined],
    ["", "invalid_json", undefined],
    ["[]", "invalid_parameter", undefined],
    ["null", "invalid_parameter", undefined],
  ])("rejects %j with %s", async (body, code, param) => {
    const { status, body: answer } = await create(body);
    expect([status, answer.error.code, answer.error.param]).toEqual([400, code, param]);
  });

  it("rejects another content type and a body over 64 KiB", async () => {
    const text = { "content-type": "text/plain" };
    const wrong = await edge.call("POST", "/v1/sessions", tenant.keys.test, "{}", text);
    expect(outcome(wrong)).toBe("415 unsupported_media_type");
    const large = await create({ customer_ref: "x".repeat(64 * 1024) });
    expect(outcome(large)).toBe("413 request_too_large");
  });

  it("holds a tenant to its own lower cap, and shortens only what was not asked for", async () => {
    const strict = await edge.newTenant();
    await commit(edge.db, [updateTenantSettings(edge.db, strict.id, { maxTtlSeconds: 600 })]);
    edge.advance(1_000);
    expect((await create({ customer_ref: "u", ttl_seconds: 601 }, strict.keys.test)).body.error.code).toBe(
      "ttl_out_of_range",
    );
    expect((await create({ customer_ref: "u" }, strict.keys.test)).body.expires_in).toBe(600);
  });

  it("rejects another customer's verification, and one that is not open", async () => {
    const { verification_id } = (await create({ customer_ref: "u" })).body;
    const other = await create({ verification_id, customer_ref: "v" });
    expect(outcome(other)).toBe("403 verification_mismatch");
    await edge.call("POST", `/v1/verifications/${verification_id}/cancel`, tenant.keys.test);
    expect(outcome(await create({ verification_id }))).toBe("409 verification_not_open");
  });
});

it("DELETE /v1/sessions/:jti revokes a token, is 204 each time and in the audit log once, and spares other tokens", async () => {
  const first = (await create({ customer_ref: "u" })).body;
  const second = (await create({ verification_id: first.verification_id })).body;
  const revoke = () => edge.call("DELETE", `/v1/sessions/${first.jti}`, tenant.keys.test);
  expect([(await revoke()).status, (await revoke()).status]).toEqual([204, 204]);
  const path = `/v1/verifications/${first.verification_id}`;
  expect(outcome(await edge.call("GET", path, first.token))).toBe("401 token_revoked");
  expect(outcome(await edge.call("GET", path, second.token))).toBe("200");
  const logged = await listAudit(edge.db, tenant.id, { limit: 9, before: null }, { target: first.jti });
  const entry = { action: "session_token.revoke", actor: tenant.keyIds.test, mode: "test" };
  expect(logged).toMatchObject([entry]);
});
