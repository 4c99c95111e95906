import { afterAll, describe, expect, it, vi } from "vitest";
import { operatorContext } from "#edge/operations/commit/context.ts";
import { revokeKey } from "#edge/operations/tenants/keys.ts";
import { changeCap } from "#edge/operations/tenants/tenant.ts";
import { commit } from "#edge/store/batch.ts";
import { listKeys, revokeKey as revoking } from "#edge/store/tenancy/keys.ts";
import { readUsage } from "#edge/store/tenancy/usage.ts";
import { openTestEdge, outcome } from "#test/harness/edge/test-edge.ts";

const edge = await openTestEdge();
const tenant = await edge.newTenant();
afterAll(() => edge.close());

const list = (credential?: string) => edge.call("GET", "/v1/verifications", credential);
const begin = async (owner = tenant, mode: "live" | "test" = "test") =>
  (await edge.call("POST", "/v1/verifications", owner.keys[mode], { customer_ref: "c" })).body as {
    verification: { id: string };
    session_token: { token: string; jti: string };
  };

describe("a secret key", () => {
  it("is accepted as a Bearer alone, and its answer is not cached", async () => {
    const { status, headers } = await list(tenant.keys.test);
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    const basic = { authorization: `Basic ${tenant.keys.test}` };
    const other = await edge.call("GET", "/v1/verifications", undefined, undefined, basic);
    expect([outcome(other), outcome(await list())]).toEqual([
      "401 invalid_api_key",
      "401 missing_credentials",
    ]);
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

  it("is rejected from the moment this process revokes it, with a code of its own", async () => {
    const other = await edge.newTenant();
    const revoke = (tenantId: string) =>
      revokeKey({ ...operatorContext(edge.services, Date.now()), tenantId }, { id: other.keyIds.test });
    await expect(revoke(tenant.id)).rejects.toThrow("no key of this id");
    expect((await list(other.keys.test)).status).toBe(200);
    await revoke(other.id);
    expect(outcome(await list(other.keys.test))).toBe("401 api_key_revoked");
    expect((await list(other.keys.live)).status).toBe(200);
  });

  it("is rejected within a second of its revocation by another process", async () => {
    const other = await edge.newTenant();
    expect((await list(other.keys.test)).status).toBe(200);
    await commit(edge.db, [revoking(edge.db, other.id, other.keyIds.test, Date.now())]);
    edge.advance(1_000);
    expect(outcome(await list(other.keys.test))).toBe("401 api_key_revoked");
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

  it("is rejected once it has expired, was revoked, or is not ours", async () => {
    const { verification, session_token } = await begin();
    const other = (await begin()).verification.id;
    const path = `/v1/verifications/${verification.id}`;
    const answerTo = async (token: string) => outcome(await edge.call("GET", path, token));
    const unknown = { scope: tenant.scope("test"), jti: "jti_unknown", verificationId: verification.id };
    const misbound = { ...unknown, jti: session_token.jti, verificationId: other };
    for (const claims of [unknown, misbound]) {
      const signed = await edge.services.tokens.issue(claims, Date.now(), 60);
      expect(await answerTo(signed)).toBe("401 token_invalid");
    }
    await edge.call("DELETE", `/v1/sessions/${session_token.jti}`, tenant.keys.test);
    expect(await answerTo(session_token.token)).toBe("401 token_revoked");
    const late = await begin();
    edge.advance(31 * 60 * 1000);
    expect(await answerTo(late.session_token.token)).toBe("401 token_expired");
  });
});
