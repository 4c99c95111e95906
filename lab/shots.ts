import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { openBrowser } from "../test/dashboard/browser/browser.ts";
import { ApiClient } from "../test/harness/stack/api-client.ts";
import { type Stack, startStack } from "../test/harness/stack/stack.ts";
import { inventHolder, renderSpecimen } from "./material/documents/specimen.ts";
import { drawFace } from "./material/faces/drawn-face.ts";

/** Makes the images of docs/images: the capture page and the dashboard. The face on them is drawn. */
const FOLDER = join(import.meta.dirname, "../docs/images");
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

async function keep(page: Page, name: string): Promise<void> {
  const { size } = await sharp(await page.screenshot({ animations: "disabled" }))
    .webp({ quality: 80 })
    .toFile(join(FOLDER, `${name}.webp`));
  process.stdout.write(`docs/images/${name}.webp  ${Math.ceil(size / 1024)} KiB\n`);
}

/** The person whose data the test references return. */
const HOLDER = {
  ...inventHolder(5),
  surname: "ERIKSSON",
  givenNames: "ANNA MARIA",
  dateOfBirth: "1974-08-12",
  documentNumber: "L898902C3",
  dateOfIssue: "2020-01-01",
  dateOfExpiry: "2049-12-31",
};

/** Sends a drawn passport and a drawn selfie to a verification; a test reference decides. */
async function sendDrawn(key: ApiClient, verification_id: string): Promise<void> {
  const { token } = (await key.post("/v1/sessions", { verification_id })).body;
  const folder = await mkdtemp(join(tmpdir(), "shots-"));
  const portrait = await drawFace(join(folder, "face.jpg"));
  const { content } = await renderSpecimen({ format: "TD3", holder: HOLDER, portrait });
  const padding = { top: 90, bottom: 90, left: 120, right: 120, background: "#39424d" };
  const front = new Uint8Array(await sharp(content).extend(padding).jpeg({ quality: 92 }).toBuffer());
  const selfie = new Uint8Array(await readFile(portrait.photo));
  await rm(folder, { recursive: true });
  const device = key.as(token);
  await device.upload(`/v1/verifications/${verification_id}/document`, { front });
  await device.upload("/v1/liveness/check", { mode: "passive", image_1: selfie });
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
  await sendDrawn(key, verification.id);
  await page.reload();
  await screen("outcome");
  await keep(page, "capture-outcome");
}

async function dashboard(
  page: Page,
  key: ApiClient,
  { login, dashboard: url }: Stack["facts"],
): Promise<void> {
  const request = { customer_ref: "test_review", policy: { store_media: "evidence" } };
  const { verification } = (await key.post("/v1/verifications", request)).body;
  await sendDrawn(key, verification.id);
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
