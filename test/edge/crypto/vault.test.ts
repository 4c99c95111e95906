import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { openKeyRing } from "../../../edge/crypto/key-ring.ts";
import { createVault, VaultError } from "../../../edge/crypto/vault.ts";

const old = randomBytes(32);
const vault = createVault(await openKeyRing([old]));
const turned = createVault(await openKeyRing([randomBytes(32), old]));
const scope = { tenantId: "tn_1" };
const plain = new Uint8Array([1, 2, 3]);

it("opens what it sealed, for the same tenant and place", async () => {
  const sealed = await vault.seal(scope, "ocr_1:portrait:1", plain);
  expect(await vault.open(scope, "ocr_1:portrait:1", sealed)).toEqual(plain);
});

it("seals the same value differently each time, under a format version and the key's id", async () => {
  const [one, two] = [await vault.seal(scope, "c", plain), await vault.seal(scope, "c", plain)];
  expect(one).not.toEqual(two);
  expect(one[0]).toBe(2);
  expect(`dk_${Buffer.from(one.subarray(1, 9)).toString("hex")}`).toBe(vault.keyId);
});

it("the vault does not open a value that was moved, altered, cut, or is another tenant's or key's", async () => {
  const sealed = await vault.seal(scope, "c", plain);
  const altered = sealed.with(sealed.length - 1, sealed.at(-1)! ^ 1);
  const other = createVault(await openKeyRing([randomBytes(32)]));
  for (const attempt of [
    () => vault.open(scope, "d", sealed),
    () => vault.open({ tenantId: "tn_2" }, "c", sealed),
    () => vault.open(scope, "c", altered),
    () => vault.open(scope, "c", sealed.with(0, 3)),
    () => vault.open(scope, "c", sealed.slice(0, 20)),
    () => other.open(scope, "c", sealed),
  ]) {
    await expect(attempt()).rejects.toThrow(VaultError);
  }
});

it("seals with the newest key and opens with every key of the ring", async () => {
  expect(await turned.open(scope, "c", await vault.seal(scope, "c", plain))).toEqual(plain);
  const sealed = await turned.seal(scope, "c", plain);
  expect(await turned.open(scope, "c", sealed)).toEqual(plain);
  await expect(vault.open(scope, "c", sealed)).rejects.toThrow(turned.keyId);
});

it("refuses a ring without a key, or with a key of another length", async () => {
  await expect(openKeyRing([])).rejects.toThrow(RangeError);
  await expect(openKeyRing([new Uint8Array(16)])).rejects.toThrow(RangeError);
});
