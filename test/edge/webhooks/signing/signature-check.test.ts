import { expect, test } from "vitest";
import { checkSignature, signatureHeader, TOLERANCE_S } from "#edge/webhooks/signing.ts";

const NOW = 1_790_000_000_000;
const SECONDS = NOW / 1_000;
const BODY = '{"name":"Zoë 🦊"}';

test("a signature of any of the secrets in force is right, and its age is told", async () => {
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
])("what is no signature is called so: %s", async (header) => {
  expect(await checkSignature(["whsec_a"], header, BODY, NOW)).toEqual({
    ok: false,
    reason: "header_malformed",
  });
});
