import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { openBrowser } from "../test/dashboard/browser/browser.ts";
import { ApiClient } from "../test/harness/stack/api-client.ts";
import { type Stack, startStack } from "../test/harness/stack/stack.ts";

/** Makes the images of docs/images: the capture page and the dashboard, without photos of people. */
const FOLDER = join(import.meta.dirname, "../docs/images");
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

async function keep(page: Page, name: string): Promise<void> {
  const { size } = await sharp(await page.screenshot({ animations: "disabled" }))
    .webp({ quality: 80 })
    .toFile(join(FOLDER, `${name}.webp`));
  process.stdout.write(`docs/images/${name}.webp  ${Math.ceil(size / 1024)} KiB\n`);
}

/** Sends a blank sheet as the images of a verification; a test reference decides all the same. */
async function sendBlank(key: ApiClient, verification_id: string): Promise<void> {
  const { token } = (await key.post("/v1/sessions", { verification_id })).body;
  const create = { width: 1000, height: 630, channels: 3, background: "#d8dde3" } as const;
  const image = new Uint8Array(await sharp({ create }).jpeg().toBuffer());
  const device = key.as(token);
  await device.upload(`/v1/verifications/${verification_id}/document`, { front: image });
  await device.upload("/v1/liveness/check", { mode: "passive", image_1: image });
}

async function capturePage(page: Page, key: ApiClient): Promise<void> {
  const { url, verification } = (await key.post("/v1/verifications", { customer_ref: "test_approve" })).body;
  const screen = (name: string) => page.locator(`main[data-screen="${name}"]`).waitFor();
  await page.goto(url);
  await screen("consent");
  await keep(page, "capture-consent");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Agree and continue" }).click();
  await screen("document_type");
  await keep(page, "capture-document");
  await sendBlank(key, verification.id);
  await page.reload();
  await screen("outcome");
  await keep(page, "capture-outcome");
}

async function dashboard(
  page: Page,
  key: ApiClient,
  { login, dashboard: url }: Stack["facts"],
): Promise<void> {
  const { verification } = (await key.post("/v1/verifications", { customer_ref: "test_review" })).body;
  await sendBlank(key, verification.id);
  await page.goto(url);
  await page.getByLabel("Email").fill(login.email);
  await page.getByLabel("Password", { exact: true }).fill(login.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/dashboard\/(live|test)\//);
  await page.goto(`${url}/test/reviews`);
  await keep(page, "dashboard-queue");
  await page.goto(`${url}/test/verifications/${verification.id}`);
  await keep(page, "dashboard-review");
}

const stack = await startStack();
const browser = await openBrowser(["--use-fake-device-for-media-stream"]);
try {
  await mkdir(FOLDER, { recursive: true });
  const key = new ApiClient(stack.facts.api, stack.facts.keys.test);
  const phone = await browser.newContext({ viewport: PHONE, locale: "en", permissions: ["camera"] });
  await capturePage(await phone.newPage(), key);
  const desktop = await browser.newContext({ viewport: DESKTOP, locale: "en" });
  await dashboard(await desktop.newPage(), key, stack.facts);
} finally {
  await browser.close();
  await stack.stop();
}
