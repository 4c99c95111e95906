import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { createVault, VaultError } from "../../../edge/crypto/vault.ts";

const vault = createVault(randomBytes(32));
const scope = { tenantId: "tn_1" };
const plain = new Uint8Array([1, 2, 3]);

it("opens what it sealed, for the same tenant and place", async () => {
  const sealed = await vault.seal(scope, "ocr_1:portrait:1", plain);
  expect(await vault.open(scope, "ocr_1:portrait:1", sealed)).toEqual(plain);
});

it("seals the same value differently each time, under a format version", async () => {
  const [one, two] = [await vault.seal(scope, "c", plain), await vault.seal(scope, "c", plain)];
  expect(one).not.toEqual(two);
  expect(one[0]).toBe(1);
});

it("the vault does not open a value that was moved, altered, cut, or is another tenant's or key's", async () => {
  const sealed = await vault.seal(scope, "c", plain);
  const altered = sealed.with(sealed.length - 1, sealed.at(-1)! ^ 1);
  const other = createVault(randomBytes(32));
  for (const attempt of [
    () => vault.open(scope, "d", sealed),
    () => vault.open({ tenantId: "tn_2" }, "c", sealed),
    () => vault.open(scope, "c", altered),
    () => vault.open(scope, "c", sealed.with(0, 2)),
    () => vault.open(scope, "c", sealed.slice(0, 20)),
    () => other.open(scope, "c", sealed),
  ]) {
    await expect(attempt()).rejects.toThrow(VaultError);
  }
});

it("refuses a data key of another length", () => {
  expect(() => createVault(new Uint8Array(16))).toThrow(VaultError);
});
