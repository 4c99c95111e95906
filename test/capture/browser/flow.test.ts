import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it, onTestFailed } from "vitest";
import { changeCapture } from "#edge/operations/tenants/change-capture.ts";
import { SAMPLE_FACES } from "#lab/material/faces/sample-faces.ts";
import { makePerson, openTurner, type Person } from "#lab/material/person.ts";
import { openOperatorDatabase } from "#local/admin/database.ts";
import { openBrowser } from "../../dashboard/browser/browser.ts";
import { useFolder } from "../../harness/folder.ts";
import { ApiClient } from "../../harness/stack/api-client.ts";
import { type Stack, startStack } from "../../harness/stack/stack.ts";
import { Film } from "./film.ts";
import { type ParentPage, serveParent } from "./parent-page.ts";
import { READ_STORAGE } from "./read-storage.ts";
import { rehearsed, Visit } from "./visit.ts";

const SCREENSHOTS = join(import.meta.dirname, "../../../.local/screenshots");

const film = new Film(join(useFolder(), "camera.y4m"));
let stack: Stack;
let browser: Browser;
let parent: ParentPage;
let person: Person;
let client: ApiClient;
let verificationId: string;
let closeTurner: () => Promise<void>;

beforeAll(async () => {
  const { turner, close } = await openTurner();
  closeTurner = close;
  person = await rehearsed(await makePerson(turner, { face: SAMPLE_FACES[0]!, seed: 5 }));
  await film.show(person.card);
  stack = await startStack({ MODELS_PULL: "0" });
  browser = await openBrowser([
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-video-capture=${film.path}`,
  ]);
  client = new ApiClient(stack.facts.api, stack.facts.keys.test);
  parent = await serveParent(
    () => `${stack.facts.api}/verify/embed/${stack.facts.tenant_id}`,
    async () => {
      const { body } = await client.post("/v1/sessions", { verification_id: verificationId });
      return { token: body.token, verification_id: verificationId };
    },
  );
  const database = await openOperatorDatabase(stack.dataFolder);
  const ctx = { ...database.context(), tenantId: stack.facts.tenant_id };
  await changeCapture(ctx, { allowedOrigins: [parent.origin], logo: await drawLogo() });
  await database.close();
});

afterAll(async () => {
  await browser?.close();
  await closeTurner?.();
  parent?.close();
  await stack?.stop();
});

const drawLogo = () =>
  sharp({ create: { width: 200, height: 80, channels: 3, background: "teal" } })
    .png()
    .toBuffer();

/** A separate browser, and the errors in its console. */
async function openWindow(locale = "en"): Promise<{ page: Page; complaints: readonly string[] }> {
  const context = await browser.newContext({ viewport: { width: 500, height: 960 }, locale });
  await context.grantPermissions(["camera"]);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  onTestFailed(async () => void (await page.screenshot({ path: join(SCREENSHOTS, "capture-failed.png") })));
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  return { page, complaints };
}

async function createVerification(more: object = {}): Promise<string> {
  const { body } = await client.post("/v1/verifications", {
    customer_ref: "ada",
    policy: { document_types: ["cid"] },
    ...more,
  });
  verificationId = body.verification.id;
  return body.url;
}

const decision = async () => {
  const { body } = await client.get(`/v1/verifications/${verificationId}`);
  return [body.decision, body.decision_reasons];
};

it("shows the tenant's logo, under a policy that lets in no `data:`", async () => {
  const { page, complaints } = await openWindow();
  await page.goto(await createVerification());
  const logo = page.locator("img.logo");
  await logo.waitFor();
  expect(await page.evaluate("document.querySelector('img.logo').decode().then(() => true)")).toBe(true);
  expect(await page.evaluate("document.querySelector('img.logo').naturalWidth")).toBe(200);
  expect(await logo.getAttribute("src")).toMatch(/^blob:/);
  expect(complaints).toEqual([]);
});

it("speaks the reader's language, from a file that the page's policy lets in", async () => {
  await createVerification();
  const { page, complaints } = await openWindow("ar-EG");
  await page.goto(parent.origin);
  const visit = new Visit(page.frameLocator("iframe"), film);
  await visit.screen("consent");
  expect(await visit.place.locator("html").getAttribute("dir")).toBe("rtl");
  expect(await visit.place.locator("h1").textContent()).toBe("التحقق من هويتك");
  await visit.place.locator(".legal[lang=ar]", { hasText: "بيانات بيومترية" }).waitFor();
  await visit.place.locator("select").selectOption("fr");
  await visit.place.locator("h1", { hasText: "Vérifier votre identité" }).waitFor();
  await visit.place.locator(".legal[lang=fr]", { hasText: "données biométriques" }).waitFor();
  expect(complaints).toEqual([]);
});

it("speaks the language that the tenant's page asks for, in its light, and that the verification asks for", async () => {
  await createVerification();
  const { page, complaints } = await openWindow();
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(`${parent.origin}/?locale=de-AT&theme=dark`);
  const { place } = new Visit(page.frameLocator("iframe"), film);
  await place.locator("h1", { hasText: "Identität" }).waitFor();
  const ground = place.locator("body").evaluate("getComputedStyle(document.body).backgroundColor");
  expect(await ground).toBe("rgb(15, 20, 26)");
  await createVerification({ capture: { locale: "pt-BR" } });
  await page.reload();
  await place.locator("html[lang=pt]").waitFor();
  await place.locator(".legal[lang=pt]").waitFor();
  await place.locator("select").selectOption("fr");
  await place.locator("html[lang=fr]").waitFor();
  await place.locator(".legal[lang=fr]").waitFor();
  expect(complaints).toEqual([]);
});

it("reports to the embedding page when it is ready, and its height", async () => {
  await createVerification();
  const { page } = await openWindow();
  await page.goto(parent.origin);
  const { place } = new Visit(page.frameLocator("iframe"), film);
  await place.locator('main[data-screen="consent"]').waitFor();
  expect(parent.messages).toContainEqual({ type: "ready" });
  const frame = page.locator("iframe");
  await expect.poll(async () => Number(await frame.getAttribute("height"))).not.toBe(900);
  const overflow = "document.documentElement.scrollHeight - document.documentElement.clientHeight";
  expect(await place.locator("html").evaluate(overflow)).toBeLessThanOrEqual(0);
});

/** The face once, with a movement: no PAD model is loaded, so that a selfie alone could not pass. */
async function toTheOutcome(visit: Visit) {
  await visit.showFace(person);
  await visit.screen("outcome");
}

const SLOW = { timeout: 240_000 };

it(
  "leads a person from consent to approval: the document, and one selfie with the movement that is drawn",
  SLOW,
  async () => {
    await createVerification();
    const { page, complaints } = await openWindow();
    await page.goto(parent.origin);
    const visit = new Visit(page.frameLocator("iframe"), film);
    await visit.consent();
    await visit.photograph(person.card);
    await toTheOutcome(visit);
    expect(await decision()).toEqual(["approved", []]);
    expect(parent.messages.at(-1)).toEqual({ type: "finished" });
    expect(complaints).toEqual([]);
  },
);

it(
  "leads an end user to approval by a link, over a reload; another browser sees that the link is taken",
  SLOW,
  async () => {
    const url = await createVerification();
    const { page, complaints } = await openWindow();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const tokens: string[] = [];
    page.on("response", async (response) => {
      if (!response.url().endsWith("/v1/capture/sessions")) return;
      tokens.push((await response.json()).session_token);
    });
    await page.goto(url);
    const visit = new Visit(page, film);
    await visit.screen("consent");
    expect(tokens).toEqual([]);
    await visit.consent();
    await visit.photograph(person.card, { shutter: "press" });
    await visit.screen("selfie_primer");
    await page.reload();
    await toTheOutcome(visit);
    expect(await decision()).toEqual(["approved", []]);

    // One token before the reload and one after: neither is in storage that other code could read.
    expect(tokens).toHaveLength(2);
    const stored = await page.evaluate(READ_STORAGE);
    expect(stored).toContain("selfsame-capture");
    const kept = JSON.stringify([stored, asked, complaints]);
    for (const secret of [...tokens, new URL(url).hash.slice(1)]) expect(kept).not.toContain(secret);
    expect(complaints).toEqual([]);

    const late = await openWindow();
    await late.page.goto(url);
    await late.page.getByText("This verification has ended").waitFor();
    expect(await late.page.getByRole("checkbox").count()).toBe(0);

    const other = await openWindow();
    await other.page.goto(await claimedLink(page));
    const second = new Visit(other.page, film);
    await second.screen("over");
    await other.page.getByText("This link was opened on another device").waitFor();
  },
);

it("names a file that is no photo as it is chosen, and takes the photo that follows", async () => {
  const { page, complaints } = await openWindow();
  await page.goto(await createVerification());
  const visit = new Visit(page, film);
  await visit.consent();
  await visit.screen("camera_primer");
  await visit.help();
  const choose = (buffer: Buffer) =>
    page.locator("input[type=file]").setInputFiles({ name: "card.jpg", mimeType: "image/jpeg", buffer });
  const wrong: readonly (readonly [string, Buffer])[] = [
    ["This is a PDF. Choose a JPEG, PNG or WebP photo.", Buffer.from("%PDF-1.7\n")],
    ["This file is empty.", Buffer.alloc(0)],
    ["This is a HEIC photo", Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1")],
    ["This is a text file.", Buffer.from("This is no photo.")],
    [
      "This photo is too small (1 × 1). Choose one of at least 200 × 200 pixels.",
      Buffer.from(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
        "base64",
      ),
    ],
  ];
  for (const [message, content] of wrong) {
    await choose(content);
    await page.locator(".reason", { hasText: message }).waitFor();
    expect(await page.locator('main[data-screen="camera_primer"]').count()).toBe(1);
  }
  // A PNG that ends after its header: no browser draws anything of it.
  const png = sharp({ create: { width: 400, height: 300, channels: 3, background: "teal" } }).png();
  await choose((await png.toBuffer()).subarray(0, 33));
  await visit.screen("look");
  await page.locator(".reason", { hasText: "This file cannot be opened as a photo." }).waitFor();
  expect(await page.getByRole("button", { name: "Yes, use this photo" }).count()).toBe(0);
  await visit.help();
  await choose(Buffer.from(person.card));
  await visit.screen("look");
  expect(await page.locator(".reason").count()).toBe(0);
  await visit.press("Yes, use this photo");
  await visit.screen("selfie_primer");
  await page.locator("main > .accepted", { hasText: "Document photo accepted" }).waitFor();
  expect(complaints).toEqual([]);
});

it("lets a person withdraw consent, and shows a receipt, also after a reload and in another tab", async () => {
  const url = await createVerification();
  const { page, complaints } = await openWindow();
  await page.goto(url);
  const visit = new Visit(page, film);
  await visit.consent();
  await visit.photograph(person.card);
  await visit.screen("selfie_primer");
  await visit.help();
  await visit.press("Withdraw consent");
  await visit.screen("withdrawal");
  await visit.press("Withdraw and erase");
  await visit.screen("withdrawn");
  const receipt = page.getByText(/Receipt number: \w+/);
  const shown = await receipt.textContent();
  const asker = await page.locator("header .tenant").textContent();
  const { body } = await client.get(`/v1/verifications/${verificationId}`);
  expect([body.status, body.steps]).toEqual(["canceled", []]);
  expect(body.consent.withdrawn_at).not.toBeNull();
  expect(complaints).toEqual([]);
  // The browser itself complains of the rejection by which the page learns that the link has ended.
  await page.reload();
  await visit.screen("withdrawn");
  expect(await receipt.textContent()).toBe(shown);
  expect(await page.locator("header .tenant").textContent()).toBe(asker);
  const tab = await page.context().newPage();
  await tab.goto(url);
  await new Visit(tab, film).screen("withdrawn");
  await tab.close();
});

it("says at once that a verification was canceled, under the tenant's name, and asks for no consent", async () => {
  const { page, complaints } = await openWindow();
  for (const make of [() => claimedLink(page), () => createVerification()]) {
    const url = await make();
    await client.post(`/v1/verifications/${verificationId}/cancel`, {});
    for (const address of ["about:blank", url]) await page.goto(address);
    await page.locator("h1", { hasText: "This verification was cancelled" }).waitFor();
    await page.locator("header .tenant").waitFor();
  }
  expect(complaints).toEqual([]);
});

/** A new verification's link, which this page's browser has opened. */
async function claimedLink(page: Page): Promise<string> {
  const url = await createVerification();
  await page.goto("about:blank");
  await page.goto(url);
  const visit = new Visit(page, film);
  await visit.consent();
  await visit.screen("camera_primer");
  return url;
}
