import { beforeEach, expect, it } from "vitest";
import { KnownKeys } from "#edge/auth/known-keys.ts";
import type { SecretKeyPrincipal } from "#edge/auth/principal.ts";
import { ApiError } from "#edge/core/errors.ts";

let now: number;
let reads: number;
let keys: KnownKeys;

beforeEach(() => {
  now = 1_800_000_000_000;
  reads = 0;
  keys = new KnownKeys(() => now);
});

const principal = (keyId: string) => ({ kind: "secret_key", keyId }) as SecretKeyPrincipal;
const read = async () => principal(`read ${++reads}`);
const ask = async (hash = "hash") => (await keys.ask(hash, read)).keyId;

it("the second starts with the query, however late its result arrives", async () => {
  await keys.ask("hash", async () => {
    now += 900;
    return principal("slow");
  });
  now += 100;
  expect(await ask()).toBe("read 1");
});

it("a refusal is not remembered, and what was known does not outlive it", async () => {
  const refuse = () => Promise.reject(new ApiError("api_key_revoked", "It is revoked."));
  await expect(keys.ask("hash", refuse)).rejects.toThrow(ApiError);
  expect(await ask()).toBe("read 1");
  now += 1_000;
  await expect(keys.ask("hash", refuse)).rejects.toThrow(ApiError);
  expect(await ask()).toBe("read 2");
});

it("an invalidated key is read again, also by calls whose query was in progress", async () => {
  await ask();
  keys.forget();
  let answer: (value: SecretKeyPrincipal) => void = () => {};
  const slow = keys.ask("hash", () => new Promise((resolve) => (answer = resolve)));
  keys.forget();
  answer(principal("as it was before"));
  await slow;
  expect(await ask()).toBe("read 2");
});

it("a clock that is set back lets no key in longer", async () => {
  now += 3_600_000;
  await ask();
  now -= 3_600_000;
  expect(await ask()).toBe("read 2");
});

it("however many keys call, a bounded number is remembered", async () => {
  for (let n = 0; n < 10_000; n++) await ask(`hash ${n}`);
  expect(await ask("hash 0")).toBe("read 1");
  await ask("one more");
  expect(await ask("hash 0")).toBe("read 10002");
});
