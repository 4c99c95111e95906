import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openKeyRing } from "#edge/crypto/key-ring.ts";
import { MasterKeyMissingError, newWrappedKey, SERVICE } from "#edge/crypto/wrapped-key.ts";
import { operatorContext } from "#edge/operations/commit/context.ts";
import { createTenant } from "#edge/operations/tenants/tenant.ts";
import { openVault, rewrapKeys } from "#edge/operations/tenants/vault-keys.ts";
import { commit } from "#edge/store/batch.ts";
import { insertWrappedKey } from "#edge/store/tenancy/wrapped-keys.ts";
import { openTestDatabase } from "#test/harness/test-database.ts";

const [first, second] = [randomBytes(32), randomBytes(32)];
const old = await openKeyRing([first]);
const both = await openKeyRing([second, first]);
const fresh = await openKeyRing([second]);
const plain = new Uint8Array([1, 2, 3]);

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const context = () => operatorContext({ db: database.db }, 1);
const opened = (ring = old) => openVault(context(), { ring });

const rows = async () => (await database.client.execute("select * from wrapped_keys order by owner")).rows;

/** Tenants, each with a value that its key has encrypted. */
async function tenants(count: number) {
  const { vault } = await opened();
  const tenantsWithData = Array.from({ length: count }, async (_, n) => {
    const ctx = operatorContext({ db: database.db, vault }, 1);
    const { id: tenantId } = await createTenant(ctx, { name: `${n}` });
    return { tenantId, encrypted: await vault.encrypt({ tenantId }, "c", plain) };
  });
  return Promise.all(tenantsWithData);
}

it("a tenant is made with a key of its own, and the service has one that stays", async () => {
  const [tenant, other] = await tenants(2);
  expect((await rows()).map(({ owner }) => owner)).toEqual(
    ["service", tenant!.tenantId, other!.tenantId].sort(),
  );
  const { vault, serviceKey } = await opened();
  await expect(vault.open(tenant!, "c", other!.encrypted)).rejects.toThrow("does not open");
  expect((await opened()).serviceKey).toEqual(serviceKey);
});

it("several first processes have one key of the service: the first that is written stays", async () => {
  const keys = await Promise.all([opened(), opened(), opened()]);
  await commit(database.db, [insertWrappedKey(database.db, await newWrappedKey(old, SERVICE))]);
  keys.push(await opened());
  expect(new Set(keys.map(({ serviceKey }) => Buffer.from(serviceKey).toString("hex"))).size).toBe(1);
});

it("a turn rewraps every key in one pass and changes no data: the new master key alone opens all", async () => {
  const tenantsWithData = await tenants(3);
  // More than one batch.
  const more = Array.from({ length: 420 }, (_, n) => newWrappedKey(old, `tn_${n}`));
  await commit(
    database.db,
    (await Promise.all(more)).map((key) => insertWrappedKey(database.db, key)),
  );
  const { serviceKey } = await opened();
  const before = await rows();
  expect(await rewrapKeys(context(), { ring: both })).toBe(424);
  const after = await rows();
  expect(new Set(after.map((row) => row.master_key_id))).toEqual(new Set([fresh.newest.id]));
  expect(after.map(({ owner }) => owner)).toEqual(before.map(({ owner }) => owner));
  const rotated = await opened(fresh);
  expect(rotated.serviceKey).toEqual(serviceKey);
  for (const tenant of tenantsWithData)
    expect(await rotated.vault.open(tenant, "c", tenant.encrypted)).toEqual(plain);
  expect(await rewrapKeys(context(), { ring: both })).toBe(0);
});

it("an interrupted rotation leaves all data readable with both master keys, and resumes", async () => {
  const tenantsWithData = await tenants(3);
  const before = await rows();
  await rewrapKeys(context(), { ring: both });
  const { owner, master_key_id, wrapped } = before.at(-1)!;
  await database.client.execute({
    sql: "update wrapped_keys set master_key_id = ?, wrapped = ? where owner = ?",
    args: [master_key_id!, wrapped!, owner!],
  });
  const { vault } = await opened(both);
  for (const tenant of tenantsWithData)
    expect(await vault.open(tenant, "c", tenant.encrypted)).toEqual(plain);
  expect(await rewrapKeys(context(), { ring: both })).toBe(1);
});

it("a process without a master key that is needed does not open, and the error names the key", async () => {
  await tenants(1);
  await expect(opened(fresh)).rejects.toThrow(MasterKeyMissingError);
  await expect(opened(fresh)).rejects.toThrow(old.newest.id);
});

it("a process that was not given the new master key returns 503 after the rotation", async () => {
  const [tenant] = await tenants(1);
  const { vault } = await opened();
  await rewrapKeys(context(), { ring: both });
  const log = vi.spyOn(console, "error").mockReturnValue();
  await expect(vault.open(tenant!, "c", tenant!.encrypted)).rejects.toMatchObject({
    code: "service_unavailable",
  });
  expect(String(log.mock.calls)).toContain(fresh.newest.id);
  log.mockRestore();
});

it("without its data key, a tenant's data cannot be decrypted with any master key", async () => {
  const [tenant] = await tenants(1);
  await database.client.execute({
    sql: "delete from wrapped_keys where owner = ?",
    args: [tenant!.tenantId],
  });
  const { vault } = await opened(await openKeyRing([first, second]));
  await expect(vault.open(tenant!, "c", tenant!.encrypted)).rejects.toThrow("has no key");
  await expect(vault.encrypt(tenant!, "c", plain)).rejects.toThrow("has no key");
});
