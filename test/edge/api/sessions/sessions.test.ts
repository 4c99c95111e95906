import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listAudit } from "#edge/store/audit/audit.ts";
import { commit } from "#edge/store/batch.ts";
import { updateTenantSettings } from "#edge/store/tenancy/tenants.ts";
import { openTestEdge, type TestEdge, type TestTenant } from "#test/harness/edge/test-edge.ts";

let edge: TestEdge;
let tenant: TestTenant;

beforeAll(async () => {
  edge = await openTestEdge();
  tenant = await edge.newTenant();
});
afterAll(() => edge.close());

const create = (body: unknown, key = tenant.keys.test) => edge.call("POST", "/v1/sessions", key, body);
const revoke = (jti: string, key = tenant.keys.test) => edge.call("DELETE", `/v1/sessions/${jti}`, key);

describe("POST /v1/sessions", () => {
  it("answers a token of 30 minutes for a new verification under the default policy", async () => {
    const { status, body } = await create({ customer_ref: "user-1" });
    expect(status).toBe(201);
    expect(body).toEqual({
      token: expect.stringMatching(/^svc_tok_test_/),
      jti: expect.stringMatching(/^jti_/),
      verification_id: expect.stringMatching(/^vf_/),
      customer_ref: "user-1",
      mode: "test",
      expires_at: expect.any(String),
      expires_in: 1800,
    });
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
    const second = await create({
      customer_ref: "user-1",
      verification_id: first.verification_id,
      ttl_seconds: 60,
    });
    expect(second.status).toBe(201);
    expect(second.body).toMatchObject({ verification_id: first.verification_id, expires_in: 60 });
    for (const { token } of [first, second.body]) {
      expect((await edge.call("GET", `/v1/verifications/${first.verification_id}`, token)).status).toBe(200);
    }
  });

  it.each([60, 86_400])("takes a lifetime of %i s", async (ttl_seconds) => {
    expect((await create({ customer_ref: "u", ttl_seconds })).body.expires_in).toBe(ttl_seconds);
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
  ])("refuses %j with %s", async (body, code, param) => {
    const { status, body: answer } = await create(body);
    expect([status, answer.error.code, answer.error.param]).toEqual([400, code, param]);
  });

  it("refuses another content type and a body over 64 KiB", async () => {
    const text = { "content-type": "text/plain" };
    const wrong = await edge.call("POST", "/v1/sessions", tenant.keys.test, "{}", text);
    expect([wrong.status, wrong.body.error.code]).toEqual([415, "unsupported_media_type"]);
    const large = await create({ customer_ref: "x".repeat(64 * 1024) });
    expect([large.status, large.body.error.code]).toEqual([413, "request_too_large"]);
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

  it("finds no verification of another tenant or mode", async () => {
    const { verification_id } = (await create({ customer_ref: "u" })).body;
    const stranger = await edge.newTenant();
    for (const key of [tenant.keys.live, stranger.keys.test]) {
      const { status, body } = await create({ verification_id }, key);
      expect([status, body.error.code]).toEqual([404, "not_found"]);
    }
  });

  it("refuses another customer's verification, and one that is not open", async () => {
    const { verification_id } = (await create({ customer_ref: "u" })).body;
    const other = await create({ verification_id, customer_ref: "v" });
    expect([other.status, other.body.error.code]).toEqual([403, "verification_mismatch"]);
    await edge.call("POST", `/v1/verifications/${verification_id}/cancel`, tenant.keys.test);
    const closed = await create({ verification_id });
    expect([closed.status, closed.body.error.code]).toEqual([409, "verification_not_open"]);
  });
});

describe("DELETE /v1/sessions/:jti", () => {
  it("revokes a token, answers 204 each time, and leaves the verification's other tokens alone", async () => {
    const first = (await create({ customer_ref: "u" })).body;
    const second = (await create({ verification_id: first.verification_id })).body;
    expect((await revoke(first.jti)).status).toBe(204);
    expect((await revoke(first.jti)).status).toBe(204);
    const path = `/v1/verifications/${first.verification_id}`;
    expect((await edge.call("GET", path, first.token)).body.error.code).toBe("token_revoked");
    expect((await edge.call("GET", path, second.token)).status).toBe(200);
  });

  it("is in the audit log, once, with the key that asked for it", async () => {
    const owner = await edge.newTenant();
    const { jti } = (await edge.call("POST", "/v1/sessions", owner.keys.test, { customer_ref: "u" })).body;
    for (let n = 0; n < 2; n++) await revoke(jti, owner.keys.test);
    const told = await listAudit(edge.db, owner.id, { limit: 9, before: null });
    expect(told.map(({ action, actor, target, mode }) => [action, actor, target, mode])).toEqual([
      ["session_token.revoke", owner.keyIds.test, jti, "test"],
    ]);
  });

  it("answers 404 for a jti that this tenant and mode never had", async () => {
    const { jti, token, verification_id } = (await create({ customer_ref: "u" })).body;
    const stranger = await edge.newTenant();
    for (const answer of [
      await revoke("jti_none"),
      await revoke(jti, tenant.keys.live),
      await revoke(jti, stranger.keys.test),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([404, "not_found"]);
    }
    expect((await edge.call("GET", `/v1/verifications/${verification_id}`, token)).status).toBe(200);
  });
});
