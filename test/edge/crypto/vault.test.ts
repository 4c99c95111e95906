import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { type KeyRing, openKeyRing } from "#edge/crypto/key-ring.ts";
import { createVault, KEY_KEPT_MS } from "#edge/crypto/vault.ts";
import { newWrappedKey, rewrap, unwrap, VaultError, type WrappedKey } from "#edge/crypto/wrapped-key.ts";

const ring = await openKeyRing([randomBytes(32)]);
const scope = { tenantId: "tn_1" };
const plain = new Uint8Array([1, 2, 3]);

/** A vault over rows of wrapped keys, with a clock that can be set. */
async function vaultOf(keys: KeyRing, owners: readonly string[] = ["tn_1", "tn_2"]) {
  const rows = new Map<string, WrappedKey>();
  for (const owner of owners) rows.set(owner, await newWrappedKey(keys, owner));
  const clock = { now: 0 };
  const vault = createVault(
    keys,
    async (owner) => rows.get(owner),
    () => clock.now,
  );
  return { rows, clock, vault };
}

const { vault } = await vaultOf(ring);

it("encrypts the same value differently each time, under a format version", async () => {
  const [one, two] = [await vault.encrypt(scope, "c", plain), await vault.encrypt(scope, "c", plain)];
  expect(one).not.toEqual(two);
  expect([one[0], two[0]]).toEqual([1, 1]);
});

it("does not open a value that was moved, altered, cut, or is another tenant's or deployment's", async () => {
  const encrypted = await vault.encrypt(scope, "c", plain);
  const altered = encrypted.with(encrypted.length - 1, encrypted.at(-1)! ^ 1);
  const other = (await vaultOf(ring)).vault;
  for (const attempt of [
    () => vault.open(scope, "d", encrypted),
    () => vault.open({ tenantId: "tn_2" }, "c", encrypted),
    () => vault.open(scope, "c", altered),
    () => vault.open(scope, "c", encrypted.with(0, 2)),
    () => vault.open(scope, "c", encrypted.slice(0, 20)),
    () => vault.open(scope, "c", new Uint8Array()),
    () => other.open(scope, "c", encrypted),
  ]) {
    await expect(attempt()).rejects.toThrow(VaultError);
  }
});

it("encrypts and opens nothing of a tenant whose key is gone, a minute after at the latest", async () => {
  const { rows, clock, vault: own } = await vaultOf(ring);
  const encrypted = await own.encrypt(scope, "c", plain);
  rows.delete("tn_1");
  clock.now = KEY_KEPT_MS - 1;
  expect(await own.open(scope, "c", encrypted)).toEqual(plain);
  clock.now = KEY_KEPT_MS;
  await expect(own.open(scope, "c", encrypted)).rejects.toThrow("tn_1 has no key");
  await expect(own.encrypt(scope, "c", plain)).rejects.toThrow(VaultError);
});

it("keeps data readable when the master key is rotated, by the new master key alone", async () => {
  const { rows, vault: before } = await vaultOf(ring);
  const encrypted = await before.encrypt(scope, "c", plain);
  const fresh = randomBytes(32);
  const rotated = await openKeyRing([fresh, ring.newest.bytes]);
  const row = await rewrap(rotated, rows.get("tn_1")!);
  expect(row.masterKeyId).toBe(rotated.newest.id);
  const after = createVault(await openKeyRing([fresh]), async () => row);
  expect(await after.open(scope, "c", encrypted)).toEqual(plain);
  await expect(createVault(ring, async () => row).open(scope, "c", encrypted)).rejects.toThrow(
    rotated.newest.id,
  );
});

it("a wrapped key opens for its own owner alone, and not once it was altered", async () => {
  const row = await newWrappedKey(ring, "tn_1");
  expect(await unwrap(ring, row)).toHaveLength(32);
  const altered = row.wrapped.with(20, row.wrapped[20]! ^ 1);
  for (const wrong of [{ owner: "tn_2" }, { wrapped: altered }, { wrapped: new Uint8Array() }]) {
    await expect(unwrap(ring, { ...row, ...wrong })).rejects.toThrow(VaultError);
  }
});

it("a ring needs a key, and each of 32 bytes", async () => {
  await expect(openKeyRing([])).rejects.toThrow(RangeError);
  await expect(openKeyRing([new Uint8Array(16)])).rejects.toThrow(RangeError);
});
