import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { importAnchors } from "#edge/operations/trust/import-anchors.ts";
import { openOperatorDatabase } from "#local/admin/database.ts";
import { openBrowser } from "../../dashboard/browser/browser.ts";
import { ApiClient } from "../../harness/stack/api-client.ts";
import { type Stack, startStack } from "../../harness/stack/stack.ts";
import { makeIssuer } from "../../harness/wallet/issuer.ts";
import { makeWallet, type WalletRequest } from "../../harness/wallet/wallet.ts";
import { Visit } from "./visit.ts";

/** The whole way of a credential on workerd, with a stub of the browser's API. */

const issuer = makeIssuer();
const wallet = makeWallet({ issuer });
let stack: Stack;
let browser: Browser;
let client: ApiClient;

beforeAll(async () => {
  stack = await startStack({ MODELS_PULL: "0" });
  browser = await openBrowser([]);
  client = new ApiClient(stack.facts.api, stack.facts.keys.test);
  const database = await openOperatorDatabase(stack.dataFolder);
  const { certificate, sha256, name } = issuer.ca;
  const valid = { validFrom: Date.UTC(2020, 0, 1), validTo: Date.UTC(2035, 0, 1) };
  await importAnchors(database.context(), {
    ...{ mode: "test", kind: "iaca", signedBy: null, sourceSha256: sha256 },
    anchors: [{ certificate, sha256, country: name.country, subjectKeyId: null, signer: null, ...valid }],
  });
  await database.close();
});

afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

/** How the stub of the browser's API answers; null: the browser has none. */
type Answer = ((requests: readonly WalletRequest[]) => Promise<object>) | null;

async function open(answer: Answer) {
  const { body } = await client.post("/v1/verifications", {
    customer_ref: "erika",
    policy: { document_evidence: ["credential", "picture"], liveness_mode: "challenge" },
  });
  const context = await browser.newContext({ viewport: { width: 500, height: 960 }, locale: "en" });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  if (answer !== null) await page.exposeFunction("answerOfWallet", answer);
  await page.addInitScript(STUB, answer !== null);
  await page.goto(body.url);
  const visit = new Visit(page, null as never);
  await visit.screen("consent");
  await visit.consent();
  await visit.screen("wallet");
  return { page, visit, id: body.verification.id as string };
}

/** Replaces the browser's own API, which headless Chromium may have. */
const STUB = (isThere: boolean) => {
  if (!isThere) return void Reflect.deleteProperty(globalThis, "DigitalCredential");
  Reflect.set(globalThis, "DigitalCredential", { userAgentAllowsProtocol: () => true });
  const get = async (options: { digital: { requests: unknown } }) => {
    const ask = Reflect.get(globalThis, "answerOfWallet") as (requests: unknown) => Promise<object>;
    const answer = await ask(options.digital.requests);
    if ("declined" in answer) throw new DOMException("declined", "NotAllowedError");
    return answer;
  };
  Object.defineProperty(navigator, "credentials", { value: { get } });
};

const press = (page: Page) => page.getByRole("button", { name: "Use your wallet" }).click();

/** What the service found. */
async function credentialOf(id: string) {
  const { body } = await client.get(`/v1/verifications/${id}`);
  const [cred] = body.steps[0].result_ids;
  return (await client.get(`/v1/credentials/${cred}`)).body;
}

it.each(["openid4vp-v1-unsigned", "openid4vp-v1-signed", "org-iso-mdoc"])(
  "takes a wallet's credential by the browser, in the protocol %s",
  async (protocol) => {
    const { page, visit, id } = await open(async (requests) => {
      const asked = requests.find((each) => each.protocol === protocol)!;
      return { protocol, data: await wallet.answer(asked, new URL(stack.facts.api).origin) };
    });
    await press(page);
    await visit.screen("selfie_primer");
    expect(await credentialOf(id)).toMatchObject({ outcome: "authentic", kind: "mdl", protocol });
  },
);

it("shows a link where the browser knows no wallet, and continues once a wallet has answered it", async () => {
  const { page, visit, id } = await open(null);
  const requested = page.waitForResponse((answer) => answer.url().endsWith("/credentials/requests"));
  await press(page);
  const { wallet_url } = await (await requested).json();
  const uri = new URL(wallet_url).searchParams.get("request_uri")!;
  const answer = await wallet.answerLink(await (await fetch(uri)).text());
  const body = new URLSearchParams({ response: answer.response });
  expect((await fetch(answer.uri, { method: "POST", body })).status).toBe(200);
  await visit.screen("selfie_primer");
  expect(await credentialOf(id)).toMatchObject({ outcome: "authentic", protocol: "direct_post" });
});

it("offers the camera when the person shares nothing", async () => {
  const { page, visit } = await open(async () => ({ declined: true }));
  await press(page);
  await page.getByText("No credential was shared.").first().waitFor();
  await page.getByRole("button", { name: "Photograph a document instead" }).click();
  await visit.screen("document_type", "camera_primer");
});
