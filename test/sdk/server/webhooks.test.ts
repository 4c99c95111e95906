import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import { signatureHeader } from "#edge/webhooks/signing.ts";
import { isSelfsameError, type WebhookEvent, webhooks } from "#sdk/server/src/index.ts";
import { SAMPLE_EVENT } from "./sample-event.ts";

const SECRET = `whsec_${"a".repeat(38)}`;
const OLDER = `whsec_${"b".repeat(38)}`;
const NOW = 1_790_000_000_000;
const { constructEvent, signTestEvent } = webhooks;

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "accepted",
    (error: unknown) => (isSelfsameError(error) ? error.code : error),
  );

/** The header by an independent HMAC, written from contract §11.4. */
const headerOf = (body: string, seconds: number, ...secrets: string[]) => {
  const sign = (secret: string) => createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return {
    "service-webhook-signature": `t=${seconds},${secrets.map((each) => `v1=${sign(each)}`).join(",")}`,
  };
};

describe("a delivery", () => {
  it("is accepted as its bytes and as its text, with headers of Node, of the web, and in any case", async () => {
    const { body, headers } = await signTestEvent(SAMPLE_EVENT, SECRET, { now: NOW });
    for (const raw of [body, Buffer.from(body), new TextEncoder().encode(body).buffer]) {
      const asDocumented = { "Service-Webhook-Signature": headers["service-webhook-signature"] };
      for (const given of [headers, new Headers(headers), asDocumented]) {
        const read = await constructEvent(raw, given, SECRET, { now: NOW });
        expect(read).toMatchObject({ ...SAMPLE_EVENT, mode: "test", id: expect.stringMatching(/^wh_evt_/) });
      }
    }
  });

  it("is accepted from the service's own signer, for text of any characters and any secret", async () => {
    const secrets = fc.stringMatching(/^whsec_[0-9A-Za-z]{38}$/);
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "binary" }),
        secrets,
        fc.nat(2_000_000_000),
        async (text, secret, at) => {
          const body = JSON.stringify({ ...SAMPLE_EVENT, data: text });
          const signature = await signatureHeader([secret], at, body);
          const headers = { "service-webhook-signature": signature };
          const read = await constructEvent(Buffer.from(body), headers, secret, { now: at * 1_000 });
          expect(read.data).toBe(JSON.parse(body).data);
        },
      ),
      { numRuns: 100 },
    );
  });

  it("is accepted while a secret is rotated, by either of two secrets, and beside a scheme to come", async () => {
    const body = JSON.stringify(SAMPLE_EVENT);
    const seconds = NOW / 1_000;
    for (const signedWith of [[SECRET], [OLDER], [SECRET, OLDER], [OLDER, SECRET]]) {
      const headers = headerOf(body, seconds, ...signedWith);
      expect(await codeOf(constructEvent(body, headers, [SECRET, OLDER], { now: NOW }))).toBe("accepted");
    }
    const signed = headerOf(body, seconds, SECRET)["service-webhook-signature"];
    const extended = { "service-webhook-signature": `${signed},v2=of-a-later-scheme` };
    expect(await codeOf(constructEvent(body, extended, SECRET, { now: NOW }))).toBe("accepted");
    const both = headerOf(body, seconds, SECRET, OLDER);
    expect(await codeOf(constructEvent(body, both, OLDER, { now: NOW }))).toBe("accepted");
  });

  it("is rejected with another byte, time or secret", async () => {
    const { body, headers } = await signTestEvent(SAMPLE_EVENT, SECRET, { now: NOW });
    const at = { now: NOW };
    const later = headers["service-webhook-signature"].replace(/t=\d+/, `t=${NOW / 1_000 + 1}`);
    for (const [raw, given, secret] of [
      [`${body} `, headers, SECRET],
      [JSON.stringify(JSON.parse(body), null, 1), headers, SECRET],
      [body, { "service-webhook-signature": later }, SECRET],
      [body, headers, OLDER],
    ] as const) {
      expect(await codeOf(constructEvent(raw, given, secret, at))).toBe("webhook_signature_mismatch");
    }
  });

  it("is rejected when it is more than 5 minutes off, in both directions, or the tolerance is no number", async () => {
    const { body, headers } = await signTestEvent(SAMPLE_EVENT, SECRET, { now: NOW });
    const at = (seconds: number, toleranceSeconds?: number) =>
      codeOf(constructEvent(body, headers, SECRET, { now: NOW + seconds * 1_000, toleranceSeconds }));
    expect(await Promise.all([at(300), at(-300), at(60, 60)])).toEqual(["accepted", "accepted", "accepted"]);
    for (const refused of [at(301), at(-301), at(61, 60), at(0, Number.NaN)]) {
      expect(await refused).toBe("webhook_timestamp_refused");
    }
  });

  it.each([
    ["no header", undefined],
    ["no signature", "t=1790000000"],
    ["two times", `t=1790000000,t=1,v1=${"0".repeat(64)}`],
    ["a signature of another length", "t=1790000000,v1=00"],
    ["upper case", `t=1790000000,v1=${"A".repeat(64)}`],
    ["a thousand signatures", `t=1790000000${`,v1=${"0".repeat(64)}`.repeat(1_000)}`],
    ["another scheme", `t=1790000000,v0=${"0".repeat(64)}`],
  ])("is rejected before anything is computed: %s", async (_, signature) => {
    const headers = { "service-webhook-signature": signature };
    expect(await codeOf(constructEvent("{}", headers, SECRET, { now: NOW }))).toBe(
      "webhook_signature_missing",
    );
  });

  it("is read with a real secret only: an empty one would let anybody sign", async () => {
    const body = JSON.stringify(SAMPLE_EVENT);
    for (const secrets of ["", [], [SECRET, ""], "svc_sk_test_x", undefined as unknown as string]) {
      const headers = headerOf(body, NOW / 1_000, "");
      await expect(constructEvent(body, headers, secrets, { now: NOW })).rejects.toThrow(TypeError);
    }
    const parsed = JSON.parse(body) as string;
    await expect(constructEvent(parsed, headerOf(body, 1, SECRET), SECRET)).rejects.toThrow(
      "before any parser",
    );
  });

  it("has data by its type", () => {
    expectTypeOf<
      Extract<WebhookEvent, { type: "verification.completed" }>["data"]["decision"]
    >().toEqualTypeOf<"approved" | "declined" | "review" | null>();
    expectTypeOf<Awaited<ReturnType<typeof constructEvent>>>().toEqualTypeOf<WebhookEvent>();
  });
});
