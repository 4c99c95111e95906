import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commit, isDuplicate } from "#edge/store/batch.ts";
import { findKey, insertKey, listKeys } from "#edge/store/tenancy/keys.ts";
import { findTenant, insertTenant, listTenants, updateTenantSettings } from "#edge/store/tenancy/tenants.ts";
import { addUsage, readUsage, setUsageCap } from "#edge/store/tenancy/usage.ts";
import { openTestEdge, type TestEdge, type TestTenant } from "../../harness/edge/test-edge.ts";

const NOVEMBER = Date.UTC(2026, 10, 30, 23, 59, 59, 999);

let edge: TestEdge;
let tenant: TestTenant;
let other: TestTenant;

beforeAll(async () => {
  edge = await openTestEdge();
  [tenant, other] = [await edge.newTenant(), await edge.newTenant()];
});
afterAll(() => edge.close());

describe("tenants", () => {
  it("change their own settings only", async () => {
    await commit(edge.db, [
      updateTenantSettings(edge.db, tenant.id, { storeMedia: "evidence", retentionDays: 30 }),
    ]);
    expect(await findTenant(edge.db, tenant.id)).toMatchObject({ storeMedia: "evidence", retentionDays: 30 });
    expect(await findTenant(edge.db, other.id)).toMatchObject({ storeMedia: "none", retentionDays: null });
    expect((await listTenants(edge.db)).map(({ id }) => id)).toEqual([other.id, tenant.id]);
  });

  it("see their own keys only, and never a usable secret", async () => {
    const keys = await listKeys(edge.db, tenant.id);
    expect(keys.map(({ id }) => id).sort()).toEqual(Object.values(tenant.keyIds).sort());
    expect(Object.keys(keys[0]!)).not.toContain("hash");
    expect(await findKey(edge.db, other.id, tenant.keyIds.live)).toBeUndefined();
  });
});

describe("usage", () => {
  it("is counted per tenant, mode and calendar month in UTC", async () => {
    const scope = tenant.scope("live");
    for (const at of [NOVEMBER, NOVEMBER, NOVEMBER + 1])
      await commit(edge.db, [addUsage(edge.db, scope, at)]);
    await commit(edge.db, [
      addUsage(edge.db, tenant.scope("test"), NOVEMBER),
      setUsageCap(edge.db, scope, 5),
    ]);
    await commit(edge.db, [setUsageCap(edge.db, scope, 7)]);
    expect(await readUsage(edge.db, scope, NOVEMBER)).toEqual({ month: "2026-11", used: 2, cap: 7 });
    expect(await readUsage(edge.db, scope, NOVEMBER + 1)).toEqual({ month: "2026-12", used: 1, cap: 7 });
    const unused = { month: "2026-11", used: 0, cap: null };
    expect(await readUsage(edge.db, other.scope("live"), NOVEMBER)).toEqual(unused);
  });
});

describe("a batch", () => {
  it("is written whole or not at all, and reports which table rejected a duplicate", async () => {
    const scope = tenant.scope("test");
    const key = { id: "key_once", hash: new Uint8Array(32), hint: "abcd", createdAt: 1 };
    const failed = await commit(edge.db, [
      insertTenant(edge.db, { id: "tn_never", name: "Never", createdAt: 1 }),
      insertKey(edge.db, scope, key),
      insertKey(edge.db, scope, key),
    ]).catch((error: unknown) => error);
    expect(isDuplicate(failed, "api_keys")).toBe(true);
    expect(isDuplicate(failed, "tenants")).toBe(false);
    expect(isDuplicate(new Error("else"), "api_keys")).toBe(false);
    expect(await findTenant(edge.db, "tn_never")).toBeUndefined();
  });
});
