import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { fromBase64Url, toBase64, toBase64Url, toHex } from "#edge/crypto/encoding.ts";
import { sameText } from "#edge/crypto/hashing.ts";

it.each([0, 1, 2, 3, 61, 0x8001])("writes %i bytes as Node does, and reads base64url back", (length) => {
  const bytes = randomBytes(length);
  expect(toHex(bytes)).toBe(bytes.toString("hex"));
  expect(toBase64(bytes)).toBe(bytes.toString("base64"));
  expect(toBase64Url(bytes)).toBe(bytes.toString("base64url"));
  if (length > 0) expect(Buffer.compare(fromBase64Url(toBase64Url(bytes))!, bytes)).toBe(0);
});

it("writes 10 MB", () => {
  const bytes = randomBytes(10_000_000);
  expect(toBase64(bytes) === bytes.toString("base64")).toBe(true);
});

it.each(["", "a", "ab=", "a+b/", "a b"])("reads %j as no base64url", (text) => {
  expect(fromBase64Url(text)).toBeNull();
});

it("distinguishes texts by one character, and by their length", () => {
  expect(sameText("abc", "abc")).toBe(true);
  expect(sameText("abc", "abd")).toBe(false);
  expect(sameText("abc", "ab")).toBe(false);
});
