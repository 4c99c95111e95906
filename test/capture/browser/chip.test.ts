import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { changeCapture } from "#edge/operations/tenants/change-capture.ts";
import { importAnchors } from "#edge/operations/trust/import-anchors.ts";
import { openOperatorDatabase } from "#local/admin/database.ts";
import { createClient } from "#sdk/client/src/index.ts";
import { openBrowser } from "../../dashboard/browser/browser.ts";
import { ApiClient } from "../../harness/stack/api-client.ts";
import { type Stack, startStack } from "../../harness/stack/stack.ts";
import { type Chip, makeChip, newCsca } from "../../harness/trust/chips.ts";
import { Visit } from "./visit.ts";

/** The page and a stub of the tenant's app, which sends a chip of our own state by HTTP. */

const csca = newCsca("DE");
let stack: Stack;
let browser: Browser;
let client: ApiClient;
let chip: Chip;

beforeAll(async () => {
  stack = await startStack({ MODELS_PULL: "0" });
  browser = await openBrowser([]);
  client = new ApiClient(stack.facts.api, stack.facts.keys.test);
  chip = await makeChip({ csca });
  const database = await openOperatorDatabase(stack.dataFolder);
  const { certificate, sha256, name } = csca;
  const valid = { validFrom: Date.UTC(2020, 0, 1), validTo: Date.UTC(2035, 0, 1) };
  await importAnchors(database.context(), {
    ...{ mode: "test", kind: "csca", signedBy: null, sourceSha256: sha256 },
    anchors: [{ certificate, sha256, country: name.country, subjectKeyId: null, signer: null, ...valid }],
  });
  const ctx = { ...database.context(), tenantId: stack.facts.tenant_id };
  await changeCapture(ctx, { appUrl: "com.example.app:/chip", brandName: "Shop" });
  await database.close();
});

afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

async function open(evidence: readonly string[], isMobile = true) {
  const { body } = await client.post("/v1/verifications", {
    customer_ref: "erika",
    policy: { document_evidence: evidence, liveness_mode: "challenge" },
  });
  const context = await browser.newContext({
    ...{ viewport: { width: 412, height: 915 }, locale: "en", isMobile, hasTouch: isMobile },
    ...(isMobile && { userAgent: PHONE }),
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(body.url);
  const visit = new Visit(page, null as never);
  await visit.screen("consent");
  await visit.consent();
  return { page, visit, id: body.verification.id as string, secret: new URL(body.url).hash.slice(1) };
}

const PHONE =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36";

const link = (page: Page) => page.getByRole("link", { name: "Read the chip with our app" });

/** The app: it gets a token from its own server by the id, reads the chip and sends it. */
async function readWithApp(url: string) {
  const verificationId = new URL(url).searchParams.get("verification_id")!;
  const { body } = await client.post("/v1/sessions", { verification_id: verificationId });
  const app = createClient({ baseUrl: stack.facts.api, token: async () => body.token as string });
  const { chip_challenge_id, challenge } = await app.chipChallenge(verificationId);
  const [dg1, dg2, dg15] = [1, 2, 15].map((number) => new Uint8Array(chip.dataGroups.get(number)!));
  await app.chip(verificationId, {
    ...{ sod: new Uint8Array(chip.sod), dg1: dg1!, dg2: dg2!, dg15: dg15!, chip_challenge_id },
    aa_signature: new Uint8Array(chip.answer(new Uint8Array(Buffer.from(challenge, "hex")))),
  });
}

it("opens the tenant's app on a phone with the id alone, and continues when the app has sent the chip", async () => {
  const { page, visit, id, secret } = await open(["chip", "picture"]);
  await visit.screen("chip");
  const url = (await link(page).getAttribute("href"))!;
  expect(url).toBe(`com.example.app:/chip?verification_id=${id}`);
  expect(url).not.toContain(secret);
  await readWithApp(url);
  await visit.screen("selfie_primer");
  const { body } = await client.get(`/v1/verifications/${id}`);
  const { body: found } = await client.get(`/v1/signed-evidence/${body.steps[0].result_ids[0]}`);
  expect(found.outcome).toBe("authentic");
});

it("offers photos in place of the chip, if the policy accepts them", async () => {
  const { page, visit } = await open(["chip", "picture"]);
  await visit.screen("chip");
  await page.getByRole("button", { name: "Photograph a document instead" }).click();
  await visit.screen("document_type", "camera_primer");
});

it("names the app to continue in if only a chip is accepted, also on a computer", async () => {
  const { page, visit, id } = await open(["chip"], false);
  await visit.screen("chip");
  await page.getByRole("heading", { name: "Continue in the app of Shop" }).waitFor();
  expect(await link(page).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Photograph a document instead" }).count()).toBe(0);
  await readWithApp(`com.example.app:/chip?verification_id=${id}`);
  await visit.screen("selfie_primer");
});

it("asks a computer for photos at once, if they are accepted", async () => {
  const { visit } = await open(["chip", "picture"], false);
  await visit.screen("document_type", "camera_primer");
});
