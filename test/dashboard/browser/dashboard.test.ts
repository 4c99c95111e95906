import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MENU } from "#edge/dashboard/shell/menu.ts";
import { Image } from "#edge/dashboard/ui/drawing.tsx";
import { useFolder } from "../../harness/folder.ts";
import { ApiClient } from "../../harness/stack/api-client.ts";
import { type Stack, startStack } from "../../harness/stack/stack.ts";
import {
  startReceiver,
  status,
  verifySignature,
  type WebhookReceiver,
} from "../../harness/stack/webhook-receiver.ts";
import { inspect, openBrowser, openPage } from "./browser.ts";
import { endInReview } from "./end-in-review.ts";

const EMAIL = "ada@example.test";
const PASSWORD = "correct horse battery";

const ca = join(useFolder(), "ca.pem");
let receiver: WebhookReceiver;
let stack: Stack;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  receiver = await startReceiver();
  await writeFile(ca, receiver.ca);
  [browser, stack] = await Promise.all([
    openBrowser(),
    startStack({
      MODELS_PULL: "0",
      WEBHOOK_ALLOW_PRIVATE: "1",
      WEBHOOK_EXTRA_CA: ca,
      WEBHOOK_TIME_SCALE: "1000000",
    }),
  ]);
  ({ page, complaints } = await openPage(browser, stack.facts.api));
});

afterAll(async () => {
  await browser?.close();
  await stack?.stop();
  await receiver?.close();
});

const press = (name: string | RegExp) => page.getByRole("button", { name }).first().click();
const callApi = (key: string) =>
  fetch(new URL("/v1/verifications", stack.facts.api), {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ customer_ref: "user-1" }),
  });

/** Reloads until the page contains this, while the server works. */
async function reloadUntil(text: string | (() => Locator), timeoutMs = 20_000): Promise<void> {
  const wanted = typeof text === "string" ? () => page.getByText(text) : text;
  const deadline = Date.now() + timeoutMs;
  while ((await wanted().count()) === 0) {
    if (Date.now() > deadline) throw new Error(`no ${wanted()} on ${page.url()} within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 250));
    await page.reload();
  }
}

/** A click enlarges the image; Esc and a click close it, and the page is where it was. */
async function enlargesInPlace(title: string): Promise<void> {
  const image = page.getByRole("img", { name: title, exact: true });
  const enlarge = page.getByRole("button", { name: `${title}: enlarge or close` });
  await enlarge.scrollIntoViewIfNeeded();
  const before = await image.boundingBox();
  for (const close of [() => page.keyboard.press("Escape"), () => enlarge.click()]) {
    await enlarge.click();
    expect((await image.boundingBox())!.width).toBeGreaterThan(before!.width);
    await close();
    expect(await image.boundingBox()).toEqual(before);
  }
}

/**
 * On a laptop's screen the reasons are above the open decision, and its last choice and its button are on the
 * screen, one below the other.
 */
async function decidesInView(): Promise<void> {
  await page.evaluate("scrollTo(0, 0)");
  const topOf = async (name: string) => (await page.getByRole("heading", { name }).boundingBox())!.y;
  expect(await topOf("Why this needs a review")).toBeLessThan(await topOf("Your decision"));
  const confirm = (await page.getByRole("button", { name: "Confirm approval" }).boundingBox())!;
  const choice = (await page.locator("[open] .choice").last().boundingBox())!;
  expect(choice.y + choice.height).toBeLessThanOrEqual(confirm.y);
  expect(confirm.y + confirm.height).toBeLessThanOrEqual(page.viewportSize()!.height);
}

describe("a new tenant's first day", () => {
  const keys: string[] = [];
  let secret: string;

  it("signs up and is shown the first test key once", async () => {
    await page.goto("/dashboard");
    await page.getByRole("link", { name: "Sign up" }).click();
    await page.getByLabel("Organization").fill("Example Ltd");
    await page.getByLabel("Your name").fill("Ada Example");
    await page.getByLabel("Email").fill(EMAIL);
    await page.getByLabel("Password").fill(PASSWORD);
    await press("Sign up");
    expect(await page.getByLabel("Test key").textContent()).toMatch(/^svc_sk_test_/);
    expect(await inspect(page, "welcome")).toEqual([]);
    await page.getByRole("link", { name: "Go to the dashboard" }).click();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Overview");
  });

  it("creates a key that the API takes", async () => {
    await page.getByRole("link", { name: "API keys" }).first().click();
    await page.getByLabel("Authority").selectOption("full");
    await press("Create the key");
    keys.push((await page.getByLabel("Your new test key").textContent())!);
    expect((await callApi(keys[0]!)).status).toBe(201);
  });

  it("creates an endpoint, and sees the test event delivered with a signature that holds", async () => {
    await page.getByRole("link", { name: "Webhooks" }).first().click();
    await page.getByLabel("URL").fill(receiver.url);
    await page.getByLabel("verification.completed").check();
    await press("Add endpoint");
    secret = (await page.getByLabel("Signing secret of the new endpoint").textContent())!;
    await page.getByRole("link", { name: receiver.url }).click();
    await press("Send test event");
    await receiver.until(1);
    expect(verifySignature(receiver.received[0]!, secret)).toBe(0);
    await reloadUntil("delivered");
  });

  it("checks a signature on the endpoint's page", async () => {
    const { headers, body } = receiver.received[0]!;
    await page.getByLabel("Service-Webhook-Signature").fill(String(headers["service-webhook-signature"]));
    await page.getByLabel("Raw body").fill(body);
    await press("Check");
    expect(await page.getByText("The signature is right").count()).toBe(1);
    await page.getByLabel("Raw body").fill(`${body} `);
    await press("Check");
    expect(await page.getByText("The signature does not match").count()).toBe(1);
  });

  it("sees a broken endpoint disabled, re-enables it, and replays a dead letter", async () => {
    receiver.answer = status(500);
    await page.goto(page.url().replace(/\/check$/, ""));
    for (let sent = 0; sent < 3; sent++) await press("Send test event");
    await reloadUntil("disabled: too many failed deliveries");
    expect(await inspect(page, "endpoint-disabled")).toEqual([]);
    receiver.answer = status(200);
    await press("Re-enable");
    const dead = await page.getByRole("button", { name: "Replay", exact: true }).count();
    const before = receiver.received.length;
    await press("Replay");
    await receiver.until(before + 1);
    const { id } = JSON.parse(receiver.received.at(-1)!.body);
    await reloadUntil(() => page.locator("details.delivery", { hasText: id }).getByText("delivered"));
    expect(await page.getByRole("button", { name: "Replay", exact: true }).count()).toBe(dead - 1);
    expect(await inspect(page, "endpoint")).toEqual([]);
  });

  it("rotates a key: a second one works, and the first is rejected once it is revoked", async () => {
    await page.getByRole("link", { name: "API keys" }).first().click();
    await page.getByLabel("Authority").selectOption("full");
    await press("Create the key");
    keys.push((await page.getByLabel("Your new test key").textContent())!);
    const hint = keys[0]!.slice(-4);
    await page
      .getByRole("row")
      .filter({ hasText: `…${hint}` })
      .getByText("Revoke…")
      .click();
    await press(`Revoke key …${hint}`);
    expect(await page.getByRole("status").textContent()).toContain("revoked");
    expect([(await callApi(keys[0]!)).status, (await callApi(keys[1]!)).status]).toEqual([401, 201]);
  });

  it("reviews a verification: checks the evidence, approves with a reason and confirms, which the API then returns", async () => {
    const api = new ApiClient(stack.facts.api, keys[1]!);
    const id = await endInReview(api);
    await page.getByRole("link", { name: "Review queue" }).first().click();
    await page.getByRole("row").filter({ hasText: id }).getByRole("link").click();
    for (const image of ["Document, front", "Portrait on the document"]) {
      const shown = page.getByRole("img", { name: image }).first();
      // Its bytes come after its element.
      await shown.evaluate((img) => (img as unknown as { decode(): Promise<void> }).decode());
      const width = await shown.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth);
      expect(width, image).toBeGreaterThan(0);
    }
    expect(await inspect(page, "verification-in-review")).toEqual([]);
    for (const evidence of ["document scan", "fraud detection"]) {
      await page.getByRole("link", { name: evidence }).first().click();
      expect(await inspect(page, evidence.replace(" ", "-"))).toEqual([]);
      await page.goBack();
    }
    await enlargesInPlace("Document, front");
    await page.locator("summary", { hasText: "Approve…" }).click();
    await decidesInView();
    await press("Confirm approval");
    expect(page.url()).toMatch(new RegExp(`/${id}$`));
    await page.getByLabel("Identity confirmed").check();
    await page.locator("#note-approved").fill("Called back; all is well.");
    await press("Confirm approval");
    expect(await page.getByRole("status").count()).toBe(0);
    await page.getByLabel("I compared the images and the data.").first().check();
    expect(await inspect(page, "verification-to-confirm")).toEqual([]);
    await press("Confirm approval");
    expect(await page.getByRole("status").textContent()).toBe("The verification is approved.");
    expect(await page.getByText("verification.reviewed").count()).toBe(1);
    expect(await page.getByText("Called back; all is well.").count()).toBe(1);
    expect(await inspect(page, "verification-reviewed")).toEqual([]);
    await page.goBack();
    expect(await page.getByText("Confirm approval").count()).toBe(0);
    await page.goForward();
    expect((await api.get(`/v1/verifications/${id}`)).body).toMatchObject({
      decision: "approved",
      decision_reasons: [{ code: "identity_confirmed", step: "document" }],
    });
  });

  it("finds the whole day in the audit log, whose chain is intact", async () => {
    await page.getByRole("link", { name: "Audit log" }).first().click();
    for (const action of ["tenant.create", "key.revoke", "webhook.create", "verification.review"]) {
      expect(await page.getByText(action, { exact: true }).count(), action).toBeGreaterThan(0);
    }
    expect(await page.getByText("127.0.0.1").count()).toBeGreaterThan(0);
    expect(await inspect(page, "audit")).toEqual([]);
    await page.getByRole("link", { name: "Verify the chain" }).click();
    expect(await page.getByRole("status").textContent()).toContain("The chain is intact");
    expect(await inspect(page, "audit-verified")).toEqual([]);
  });
});

describe("every page", () => {
  it.each(MENU.map(({ path }) => path))("%s holds no serious fault, in light and in dark", async (path) => {
    await page.goto(`/dashboard/test/${path}`);
    expect(await inspect(page, path)).toEqual([]);
  });

  it("signs out, and the pages in front of the sign-in hold none either", async () => {
    await page.locator("details.user summary").click();
    await press("Sign out");
    expect(await inspect(page, "sign-in")).toEqual([]);
    for (const path of ["sign-up", "reset"]) {
      await page.goto(`/dashboard/${path}`);
      expect(await inspect(page, path)).toEqual([]);
    }
  });

  it("lets the first tenant's owner in with the login that the stack has printed", async () => {
    await page.goto(stack.facts.dashboard);
    await page.getByLabel("Email").fill(stack.facts.login.email);
    await page.getByLabel("Password").fill(stack.facts.login.password);
    await press("Sign in");
    expect(await page.getByText("Acme (test)").count()).toBeGreaterThan(0);
  });

  it("hides the marks on an image, and shows them again", async () => {
    const size = { width: 200, height: 100 };
    const shot = {
      kind: "document",
      side: null,
      frame: null,
      src: "/dashboard/icon.svg",
      original: null,
    } as const;
    const bbox = [20, 20, 60, 1] as const;
    const image = Image({
      shot: { ...shot, resultIds: [], size },
      title: "Document",
      regions: [{ label: "text_tampering", bbox, tone: "warn" }],
    });
    await page.evaluate(`document.querySelector("main").innerHTML = ${JSON.stringify(String(image))}`);
    const mark = page.locator(".marks .region");
    expect((await mark.boundingBox())!.height).toBeGreaterThan(4);
    await page.getByLabel("Hide marks").check();
    expect(await mark.isVisible()).toBe(false);
    await page.getByLabel("Hide marks").uncheck();
    expect(await mark.isVisible()).toBe(true);
  });

  it("makes the browser's console say nothing", () => {
    expect(complaints).toEqual([]);
  });
});
