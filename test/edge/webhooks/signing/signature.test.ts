import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sign, signatureHeader } from "#edge/webhooks/signing.ts";

// Made with `printf '%s' '1700000000.{"id":"wh_evt_1"}' | openssl dgst -sha256 -hmac whsec_secret`.
const VECTOR = "25790656ebab8c08dc959d08f9393ab82d3a5b037782216ff0a1c4807526ed44";

test("the signature is HMAC-SHA256 over timestamp, dot and raw body, keyed with the whole secret", async () => {
  expect(await sign("whsec_secret", 1_700_000_000, '{"id":"wh_evt_1"}')).toBe(VECTOR);
});

test("it agrees with another implementation for any secret, time and text", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ minLength: 1 }),
      fc.nat(),
      fc.string({ unit: "grapheme" }),
      async (key, time, body) => {
        const other = createHmac("sha256", key).update(`${time}.${body}`).digest("hex");
        expect(await sign(key, time, body)).toBe(other);
      },
    ),
  );
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
