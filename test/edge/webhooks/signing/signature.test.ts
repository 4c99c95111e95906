import { expect, test } from "vitest";
import { checkSignature, sign, signatureHeader, TOLERANCE_S } from "#edge/webhooks/signing.ts";

// Made with `printf '%s' '1700000000.{"id":"wh_evt_1"}' | openssl dgst -sha256 -hmac whsec_secret`.
const VECTOR = "25790656ebab8c08dc959d08f9393ab82d3a5b037782216ff0a1c4807526ed44";

test("the signature is HMAC-SHA256 over timestamp, dot and raw body, keyed with the whole secret", async () => {
  expect(await sign("whsec_secret", 1_700_000_000, '{"id":"wh_evt_1"}')).toBe(VECTOR);
});

test("the header names the time once and each secret's signature, the newest first", async () => {
  expect(await signatureHeader(["whsec_secret"], 1_700_000_000, '{"id":"wh_evt_1"}')).toBe(
    `t=1700000000,v1=${VECTOR}`,
  );
  const old = await sign("whsec_old", 5, "{}");
  expect(await signatureHeader(["whsec_new", "whsec_old"], 5, "{}")).toBe(
    `t=5,v1=${await sign("whsec_new", 5, "{}")},v1=${old}`,
  );
});

const NOW = 1_790_000_000_000;
const SECONDS = NOW / 1_000;
const BODY = '{"name":"Zoë 🦊"}';

test("a signature of any of the secrets in force is right, and its age is reported", async () => {
  const header = await signatureHeader(["whsec_new", "whsec_old"], SECONDS - 7, BODY);
  for (const secrets of [["whsec_new"], ["whsec_old"], ["whsec_other", "whsec_old"]]) {
    expect(await checkSignature(secrets, ` ${header}\n`, BODY, NOW)).toEqual({
      ok: true,
      ageSeconds: 7,
      isFresh: true,
    });
  }
});

test.each([
  [TOLERANCE_S, true],
  [TOLERANCE_S + 1, false],
  [-TOLERANCE_S, true],
  [-TOLERANCE_S - 1, false],
])("a right signature of %i s ago: a receiver accepts it now: %s", async (age, isFresh) => {
  const header = await signatureHeader(["whsec_a"], SECONDS - age, BODY);
  expect(await checkSignature(["whsec_a"], header, BODY, NOW)).toMatchObject({ ok: true, isFresh });
});

test("another body, another secret or another time does not match", async () => {
  const header = await signatureHeader(["whsec_a"], SECONDS, BODY);
  const mismatch = { ok: false, reason: "signature_mismatch" };
  expect(await checkSignature(["whsec_a"], header, `${BODY} `, NOW)).toEqual(mismatch);
  expect(await checkSignature(["whsec_b"], header, BODY, NOW)).toEqual(mismatch);
  expect(await checkSignature([], header, BODY, NOW)).toEqual(mismatch);
  const later = header.replace(`t=${SECONDS}`, `t=${SECONDS + 1}`);
  expect(await checkSignature(["whsec_a"], later, BODY, NOW)).toEqual(mismatch);
});

test.each([
  "",
  "t=1",
  "v1=00",
  `t=x,v1=${"0".repeat(64)}`,
  `t=1,v1=${"0".repeat(63)}`,
  `t=1,v2=${"0".repeat(64)}`,
])("a malformed signature is reported: %s", async (header) => {
  expect(await checkSignature(["whsec_a"], header, BODY, NOW)).toEqual({
    ok: false,
    reason: "header_malformed",
  });
});
