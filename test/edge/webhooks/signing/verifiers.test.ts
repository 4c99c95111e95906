import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { afterAll, expect, test } from "vitest";
import { createEndpoint, rotateSecret } from "#edge/operations/endpoints.ts";
import { between, seededRandom } from "#lab/material/random.ts";
import { ROOT } from "#test/docs/files.ts";
import { blocksOf } from "#test/docs/run/blocks.ts";
import { openDispatchRig } from "#test/harness/stack/dispatch-rig.ts";
import type { Received } from "#test/harness/stack/webhook-receiver.ts";

type Verifier = (rawBody: Buffer, headers: Received["headers"], secret: string) => boolean;

const TYPE = "ocr.completed";
const folder = await mkdtemp(join(tmpdir(), "selfsame-verifiers-"));
const rig = await openDispatchRig();
const { receiver, operator } = rig;
const snippet = await guideSnippet();

afterAll(async () => {
  await rig.close();
  await rm(folder, { recursive: true });
});

/** The guide's code for receivers, verbatim. */
async function guideSnippet(): Promise<Verifier> {
  const page = readFileSync(join(ROOT, "docs/how-to/receive-webhooks.md"), "utf8");
  const { text } = blocksOf(page).find(({ title }) => title === "signature.js")!;
  const file = join(folder, "signature.mjs");
  await writeFile(file, text);
  const { isGenuine } = (await import(file)) as {
    isGenuine: (rawBody: Buffer, header: string | undefined, secret: string) => boolean;
  };
  return (rawBody, headers, secret) =>
    isGenuine(rawBody, headers["service-webhook-signature"] as string | undefined, secret);
}

/** By an independent HMAC and SHA-256, written from contract §11.4. */
const independent: Verifier = (rawBody, headers, secret) => {
  const elements = String(headers["service-webhook-signature"]).split(",");
  const timestamp = elements.find((element) => element.startsWith("t="))?.slice(2);
  if (timestamp !== headers["service-webhook-timestamp"]) return false;
  const signed = Buffer.concat([utf8ToBytes(`${timestamp}.`), rawBody]);
  return elements.includes(`v1=${bytesToHex(hmac(sha256, utf8ToBytes(secret), signed))}`);
};

/** Text of any characters, those beyond the BMP, controls and lone surrogates too. */
function anyText(seed: number, length: number): string {
  const random = seededRandom(seed);
  const points = Array.from({ length }, () =>
    Math.floor(between(random, 0, random() < 0.5 ? 0x800 : 0x110000)),
  );
  return String.fromCodePoint(...points);
}

const TEXTS: Readonly<Record<string, string>> = {
  nothing: "",
  "plain text": "Zoe",
  "text beyond the BMP": "🦊 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𠜎 👩‍👩‍👧‍👦",
  "line separators, quotes and controls": '\u2028\u2029"\\\u0000\u0007\r\n',
  "lone surrogates": "\ud83e and \udd8a",
  "256 kB beyond the BMP": "🦊".repeat(64 * 1024),
  "256 kB of ASCII": "x".repeat(256 * 1024),
  ...Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`any text ${i}`, anyText(i, 200)])),
};

test("two independent verifiers accept every delivery, and reject each with another byte or secret", async () => {
  const { id, secret } = await createEndpoint(operator(), { url: receiver.url, events: [TYPE] });
  for (const [name, text] of Object.entries(TEXTS)) await rig.emit({ type: TYPE, data: { name, text } });
  await rig.sweep();
  expect(receiver.received).toHaveLength(Object.keys(TEXTS).length);
  for (const { body, headers } of receiver.received) {
    const raw = Buffer.from(body);
    const { name, text } = JSON.parse(body).data;
    expect(text, name).toBe(TEXTS[name]);
    for (const isGenuine of [snippet, independent]) {
      expect(isGenuine(raw, headers, secret), name).toBe(true);
      expect(isGenuine(raw, headers, `${secret}x`), name).toBe(false);
      expect(isGenuine(Buffer.concat([raw, Buffer.from(" ")]), headers, secret), name).toBe(false);
    }
  }
  receiver.received.length = 0;
  const { secret: newer } = await rotateSecret(operator(), { id, overlapHours: 1 });
  await rig.emit({ type: TYPE, data: {} });
  await rig.sweep();
  const { body, headers } = receiver.received[0]!;
  for (const each of [secret, newer]) {
    for (const isGenuine of [snippet, independent])
      expect(isGenuine(Buffer.from(body), headers, each)).toBe(true);
  }
});
