import { crc32 } from "node:zlib";
import { expect, it } from "vitest";
import { hashSecretKey, newSecretKey } from "#edge/auth/secret-key.ts";
import { hasValidTag, newSecretText, randomBase62 } from "#edge/crypto/secret-text.ts";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const serviceKey = new Uint8Array(32).fill(1);
const fromBase62 = (text: string) => [...text].reduce((sum, digit) => sum * 62 + DIGITS.indexOf(digit), 0);

it("a secret key has its mode, 32 characters and 6 of the CRC-32 of what precedes", async () => {
  const { key, hint } = await newSecretKey(serviceKey, "test");
  expect(key).toMatch(/^svc_sk_test_[0-9A-Za-z]{38}$/);
  expect(fromBase62(key.slice(-6))).toBe(crc32(key.slice(0, -6)));
  expect(key.endsWith(hint)).toBe(true);
  expect(hint).toHaveLength(4);
});

it("a secret key is kept as the SHA-256 of the whole key", async () => {
  const { key, hash } = await newSecretKey(serviceKey, "live");
  expect(hash).toEqual(await hashSecretKey(key));
  expect(hash).toHaveLength(32);
});

it("draws every character of the alphabet about as often", () => {
  const text = randomBase62(62_000);
  for (const digit of DIGITS) expect(text.split(digit).length).toBeGreaterThan(800);
  expect(text).toHaveLength(62_000);
});

it("a secret key has the service's tag: one that is made up, changed, or of another deployment is recognised without a read", async () => {
  const { key } = await newSecretKey(serviceKey, "live");
  const other = new Uint8Array(32).fill(2);
  expect([await hasValidTag(serviceKey, key), await hasValidTag(other, key)]).toEqual([true, false]);
  for (let at = "svc_sk_live_".length; at < key.length - 6; at++) {
    const changed = key.slice(0, at) + (key[at] === "x" ? "y" : "x") + key.slice(at + 1);
    expect(await hasValidTag(serviceKey, changed)).toBe(false);
  }
  expect(await hasValidTag(serviceKey, newSecretText("svc_sk_live_"))).toBe(false);
  expect(await hasValidTag(serviceKey, key.replace("live", "test"))).toBe(false);
});
