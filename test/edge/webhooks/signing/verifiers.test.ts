import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import tls from "node:tls";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operatorContext } from "#edge/operations/commit/context.ts";
import { createEndpoint, rotateSecret } from "#edge/operations/endpoints.ts";
import { localQuotas } from "#edge/platform/quotas.ts";
import { commit } from "#edge/store/batch.ts";
import { type Dispatch, sweep } from "#edge/webhooks/delivery/dispatcher.ts";
import { eventStatements } from "#edge/webhooks/outbox.ts";
import { localWebhookSettings } from "#edge/webhooks/settings.ts";
import { between, seededRandom } from "#lab/material/random.ts";
import { snippets } from "#test/docs/snippets.ts";
import { memoryVault } from "#test/harness/edge/memory-vault.ts";
import { type Received, startReceiver, type WebhookReceiver } from "#test/harness/stack/webhook-receiver.ts";
import { openTestDatabase } from "#test/harness/test-database.ts";

type Verifier = (rawBody: Buffer, headers: Received["headers"], secret: string) => boolean;

const SCOPE = { tenantId: "tn_1", mode: "test" } as const;

let folder: string;
let database: Awaited<ReturnType<typeof openTestDatabase>>;
let receiver: WebhookReceiver;
let snippet: Verifier;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "selfsame-verifiers-"));
  database = await openTestDatabase();
  receiver = await startReceiver();
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), receiver.ca]);
  snippet = await guideSnippet();
});

afterAll(async () => {
  await receiver.close();
  await database.close();
  await rm(folder, { recursive: true });
});

/** The guide's code for receivers, as it stands there. */
async function guideSnippet(): Promise<Verifier> {
  const [code] = snippets("docs/webhooks.md", "js");
  const file = join(folder, "snippet.mjs");
  await writeFile(file, `${code}\nexport { isGenuine };\n`);
  return ((await import(file)) as { isGenuine: Verifier }).isGenuine;
}

/** By another HMAC and SHA-256 than the product's and the guide's, from the words of contract §11.4. */
const independent: Verifier = (rawBody, headers, secret) => {
  const elements = String(headers["service-webhook-signature"]).split(",");
  const timestamp = elements.find((element) => element.startsWith("t="))?.slice(2);
  if (timestamp !== headers["service-webhook-timestamp"]) return false;
  const signed = Buffer.concat([utf8ToBytes(`${timestamp}.`), rawBody]);
  return elements.includes(`v1=${bytesToHex(hmac(sha256, utf8ToBytes(secret), signed))}`);
};

const vault = await memoryVault();
const settings = localWebhookSettings({ WEBHOOK_ALLOW_PRIVATE: "1" });

const world = (): Dispatch => ({
  db: database.db,
  vault,
  egress: { fetch: (url: string, init: RequestInit) => fetch(url, init) },
  settings,
  clock: Date.now,
  disableFailing: () => Promise.reject(new Error("an endpoint fails")),
});

const operator = () => ({
  ...operatorContext({ db: database.db, vault, webhooks: settings, quotas: localQuotas({}) }, Date.now()),
  scope: SCOPE,
});

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

test("two independent verifiers accept every delivery, and refuse each with another byte or secret", async () => {
  const { id, secret } = await createEndpoint(operator(), {
    url: receiver.url,
    events: ["ocr.completed"],
  });
  for (const [name, text] of Object.entries(TEXTS)) {
    const event = { subjectId: "ocr_1", customerRef: null, data: { name, text }, now: Date.now() };
    const { statements } = eventStatements(database.db, SCOPE, { ...event, type: "ocr.completed" });
    await commit(database.db, statements);
  }
  await sweep(world());
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
  const event = {
    type: "ocr.completed" as const,
    subjectId: "ocr_1",
    customerRef: null,
    data: {},
    now: Date.now(),
  };
  await commit(database.db, eventStatements(database.db, SCOPE, event).statements);
  await sweep(world());
  const [overlapping] = receiver.received;
  for (const each of [secret, newer]) {
    expect(snippet(Buffer.from(overlapping!.body), overlapping!.headers, each)).toBe(true);
    expect(independent(Buffer.from(overlapping!.body), overlapping!.headers, each)).toBe(true);
  }
});
