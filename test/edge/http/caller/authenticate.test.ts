import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newSecretText } from "#edge/crypto/secret-text.ts";
import { operatorContext } from "#edge/operations/commit/context.ts";
import { revokeKey } from "#edge/operations/tenants/keys.ts";
import { changeCap } from "#edge/operations/tenants/tenant.ts";
import { commit } from "#edge/store/batch.ts";
import { listKeys, revokeKey as revoking } from "#edge/store/tenancy/keys.ts";
import { readUsage } from "#edge/store/tenancy/usage.ts";
import { openTestEdge, type TestEdge, type TestTenant } from "#test/harness/edge/test-edge.ts";

let edge: TestEdge;
let tenant: TestTenant;

beforeAll(async () => {
  edge = await openTestEdge();
  tenant = await edge.newTenant();
});
afterAll(() => edge.close());

const list = (credential?: string) => edge.call("GET", "/v1/verifications", credential);
const begin = async (owner = tenant, mode: "live" | "test" = "test") =>
  (await edge.call("POST", "/v1/verifications", owner.keys[mode], { customer_ref: "c" })).body as {
    verification: { id: string };
    session_token: { token: string; jti: string };
  };

describe("a secret key", () => {
  it("is let in, and neither cached nor shared", async () => {
    const { status, headers } = await list(tenant.keys.test);
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it.each([
    ["missing_credentials", undefined],
    ["invalid_api_key", "svc_sk_test_short"],
    ["invalid_api_key", "something else"],
  ])("%s for %s", async (code, credential) => {
    const { status, body } = await list(credential);
    expect([status, body.error.code]).toEqual([401, code]);
  });

  it("is refused under another scheme than Bearer", async () => {
    const headers = { authorization: `Basic ${tenant.keys.test}` };
    const { status, body } = await edge.call("GET", "/v1/verifications", undefined, undefined, headers);
    expect([status, body.error.code]).toEqual([401, "invalid_api_key"]);
  });

  it("with a bad checksum is refused without a look into the database", async () => {
    const fetched = vi.spyOn(globalThis, "fetch");
    const wrong = `${tenant.keys.test.slice(0, -1)}${tenant.keys.test.endsWith("0") ? "1" : "0"}`;
    expect((await list(wrong)).body.error.code).toBe("invalid_api_key");
    expect(fetched).not.toHaveBeenCalled();
    expect((await list(newSecretText("svc_sk_test_"))).body.error.code).toBe("invalid_api_key");
    expect(fetched).toHaveBeenCalledTimes(1);
    fetched.mockRestore();
  });

  it("costs one read of the database a second, once its use has been noted", async () => {
    await list(tenant.keys.live);
    await edge.settled();
    edge.advance(1_000);
    const fetched = vi.spyOn(globalThis, "fetch");
    await list(tenant.keys.live);
    expect(fetched).toHaveBeenCalledTimes(2); // the key, and the list itself
    await list(tenant.keys.live);
    await edge.settled();
    expect(fetched).toHaveBeenCalledTimes(3);
    fetched.mockRestore();
    const [key] = (await listKeys(edge.db, tenant.id)).filter(({ mode }) => mode === "live");
    expect(key!.lastUsedAt).not.toBeNull();
  });

  it("is refused from the moment this process revokes it, with a code of its own", async () => {
    const other = await edge.newTenant();
    const revoke = (tenantId: string) =>
      revokeKey({ ...operatorContext(edge.services, Date.now()), tenantId }, { id: other.keyIds.test });
    await expect(revoke(tenant.id)).rejects.toThrow("no such key");
    expect((await list(other.keys.test)).status).toBe(200);
    await revoke(other.id);
    const { status, body } = await list(other.keys.test);
    expect([status, body.error.code]).toEqual([401, "api_key_revoked"]);
    expect((await list(other.keys.live)).status).toBe(200);
  });

  it("is refused within a second of its revocation by another process", async () => {
    const other = await edge.newTenant();
    expect((await list(other.keys.test)).status).toBe(200);
    await commit(edge.db, [revoking(edge.db, other.id, other.keyIds.test, Date.now())]);
    edge.advance(1_000);
    expect((await list(other.keys.test)).body.error.code).toBe("api_key_revoked");
  });

  it("meets a cap that this process sets at its next call", async () => {
    const other = await edge.newTenant();
    const { verification } = await begin(other);
    const read = async () =>
      (await edge.call("GET", `/v1/verifications/${verification.id}`, other.keys.test)).status;
    expect(await read()).toBe(200);
    await edge.settled();
    await changeCap(
      { ...operatorContext(edge.services, Date.now()), scope: other.scope("test") },
      { limit: 1 },
    );
    expect(await read()).toBe(402);
  });
});

describe("a session token", () => {
  it("reads its own verification by one read of the database, which is counted while the answer is on its way", async () => {
    const { verification, session_token } = await begin();
    const fetched = vi.spyOn(globalThis, "fetch");
    const { status, body } = await edge.call(
      "GET",
      `/v1/verifications/${verification.id}`,
      session_token.token,
    );
    expect([status, body.id]).toEqual([200, verification.id]);
    expect(fetched).toHaveBeenCalledTimes(2);
    fetched.mockRestore();
    await edge.settled();
    expect(await readUsage(edge.db, tenant.scope("test"), Date.now())).toMatchObject({ used: 1 });
  });

  it("finds no other verification, as if there were none", async () => {
    const [one, two] = [await begin(), await begin()];
    const other = await edge.call("GET", `/v1/verifications/${two.verification.id}`, one.session_token.token);
    const none = await edge.call("GET", "/v1/verifications/vf_none", one.session_token.token);
    expect(other.status).toBe(404);
    expect({ ...other.body.error, request_id: "" }).toEqual({ ...none.body.error, request_id: "" });
  });

  it.each([
    ["POST", "/v1/sessions"],
    ["DELETE", "/v1/sessions/jti_1"],
    ["POST", "/v1/verifications"],
    ["GET", "/v1/verifications"],
    ["POST", "/v1/verifications/vf_1/cancel"],
    ["POST", "/v1/face/verify"],
    ["GET", "/v1/face/registrations"],
    ["DELETE", "/v1/ocr/ocr_1"],
    ["GET", "/v1/ocr/ocr_1"],
    ["GET", "/v1/events"],
  ])("may not call %s %s", async (method, path) => {
    const { session_token } = await begin();
    const { status, body } = await edge.call(method, path, session_token.token);
    expect([status, body.error.code]).toEqual([403, "token_scope_insufficient"]);
  });

  it.each(["/v1/ocr/scan", "/v1/fraud/detect", "/v1/liveness/check", "/v1/liveness/challenges"])(
    "may call POST %s",
    async (path) => {
      const { session_token } = await begin();
      const { status } = await edge.call("POST", path, session_token.token);
      expect([401, 403]).not.toContain(status);
    },
  );

  it("is refused once it has expired, was revoked, or is not ours", async () => {
    const { verification, session_token } = await begin();
    const path = `/v1/verifications/${verification.id}`;
    const codeOf = async (token: string) => {
      const { status, body } = await edge.call("GET", path, token);
      return [status, body.error?.code];
    };
    expect(await codeOf(`${session_token.token}x`)).toEqual([401, "token_invalid"]);
    const stranger = { scope: tenant.scope("test"), jti: "jti_unknown", verificationId: verification.id };
    const unknown = await edge.services.tokens.issue(stranger, Date.now(), 60);
    expect(await codeOf(unknown)).toEqual([401, "token_invalid"]);
    const elsewhere = {
      ...stranger,
      jti: session_token.jti,
      verificationId: (await begin()).verification.id,
    };
    const misbound = await edge.services.tokens.issue(elsewhere, Date.now(), 60);
    expect(await codeOf(misbound)).toEqual([401, "token_invalid"]);
    await edge.call("DELETE", `/v1/sessions/${session_token.jti}`, tenant.keys.test);
    expect(await codeOf(session_token.token)).toEqual([401, "token_revoked"]);
    const late = await begin();
    edge.advance(31 * 60 * 1000);
    expect(await codeOf(late.session_token.token)).toEqual([401, "token_expired"]);
  });
});
