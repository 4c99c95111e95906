import { expect, it } from "vitest";
import { listAudit } from "#edge/store/audit/audit.ts";
import { liftLimits } from "#test/harness/edge/check-edge.ts";
import { outcome } from "#test/harness/edge/test-edge.ts";
import { useCheckEdge } from "#test/harness/edge/use.ts";
import { KEY_SCOPES } from "#vocabulary/key-scopes.ts";
import { keyOperations, newKey } from "./new-key.ts";

const edge = await useCheckEdge();
liftLimits(edge);
const served = (await edge.call("GET", "/openapi.json")).body;
const operations = keyOperations(served);

it("a key with every scope may call every operation, and no operation of a device", async () => {
  const { key } = await newKey(edge, edge.tenant, { scopes: KEY_SCOPES });
  expect(key).toMatch(/^svc_rk_test_[0-9A-Za-z]{38}$/);
  for (const { method, path } of operations) {
    expect.soft(outcome(await edge.call(method, path, key)), path).not.toMatch(/^403/);
  }
  const forDevices = await edge.call("POST", "/v1/handoffs", key, {});
  expect(outcome(forDevices)).toBe("403 token_scope_insufficient");
  expect(outcome(await edge.call("GET", "/v1/nothing", key))).toBe("404 not_found");
});

it("a key without scopes keeps full authority, and its prefix", async () => {
  const { key } = await newKey(edge, edge.tenant, {});
  expect(key).toMatch(/^svc_sk_test_/);
  for (const { method, path } of operations) {
    expect.soft(outcome(await edge.call(method, path, key)), path).not.toMatch(/^403/);
  }
});

it("a rejection names the scope, and the audit log has the key, the operation and at most ten an hour", async () => {
  const { id, key } = await newKey(edge, edge.tenant, { scopes: ["events:read"] });
  const rejected = await edge.call("GET", "/v1/verifications", key);
  expect(rejected.body.error.message).toContain("verifications:read");
  const noted = async () => {
    await edge.settled();
    const page = { limit: 100, before: null };
    return listAudit(edge.services.db, edge.tenant.id, page, { action: "key.reject", target: id });
  };
  expect(await noted()).toMatchObject([
    { actor: id, after: '{"code":"key_scope_insufficient","operation":"listVerifications"}' },
  ]);
  for (let n = 0; n < 15; n++) await edge.call("GET", "/v1/verifications", key);
  expect(await noted()).toHaveLength(10);
  edge.advance(61 * 60_000);
  await edge.call("GET", "/v1/verifications", key);
  expect(await noted()).toHaveLength(11);
});
