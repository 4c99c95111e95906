import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser } from "../../dashboard/browser/browser.ts";
import { eventually } from "../../harness/eventually.ts";
import { useFolder } from "../../harness/folder.ts";
import { ApiClient } from "../../harness/stack/api-client.ts";
import { type Stack, startStack } from "../../harness/stack/stack.ts";
import { Film } from "./film.ts";
import { keyboardPlace } from "./keyboard.ts";
import { type Place, Visit } from "./visit.ts";

const film = new Film(join(useFolder(), "camera.y4m"));
let stack: Stack;
let browser: Browser;
let client: ApiClient;

beforeAll(async () => {
  stack = await startStack({ MODELS_PULL: "0" });
  browser = await openBrowser([]);
  client = new ApiClient(stack.facts.api, stack.facts.keys.test);
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };

interface Device {
  readonly page: Page;
  readonly visit: Visit<Place>;
  readonly complaints: string[];
}

interface Traits {
  readonly hasTouch?: boolean;
  /** Whether the person uses a keyboard only. */
  readonly byKeyboard?: boolean;
}

/** A separate device, and the errors in its console. */
async function openDevice({ byKeyboard = false, ...traits }: Traits = {}): Promise<Device> {
  const context = await browser.newContext({ locale: "en", ...traits });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  const place: Place = byKeyboard ? keyboardPlace(page) : page;
  return { page, visit: new Visit(place, film), complaints };
}

/** A computer after consent, or before it, on the handoff screen; `url` is the content of its QR code. */
async function computerWithCode({
  beforeConsent = false,
  ...traits
}: Traits & { beforeConsent?: boolean } = {}) {
  const { body } = await client.post("/v1/verifications", { customer_ref: "ada" });
  const computer = await openDevice(traits);
  let url = "";
  computer.page.on("response", async (response) => {
    if (!response.url().includes("/v1/handoffs")) return;
    url = (await response.json().catch(() => ({}))).url ?? url;
  });
  await computer.page.goto(body.url);
  if (!beforeConsent) {
    await computer.visit.consent();
    await computer.visit.screen("document_type");
  }
  await computer.visit.press("Use your phone");
  await computer.visit.screen("use_phone");
  await computer.page.locator("svg.qr").waitFor();
  // The page draws the code from a response that may not have reached this listener yet.
  await eventually(() => url).not.toBe("");
  return { ...computer, url };
}

const numberOn = async (page: Page) => (await page.locator(".number").textContent()) ?? "";

async function typeNumber({ page, visit }: Device, number: string) {
  await visit.screen("context");
  await page.getByText("Linux").first().waitFor();
  await visit.press("I started this myself");
  await visit.screen("compare");
  await page.locator("input").fill(number);
  await visit.press("Continue");
}

it("a person continues on a phone, over a reload, and the computer follows", async () => {
  const computer = await computerWithCode();
  await computer.page.getByText("Waiting for your phone…").waitFor();
  const phone = await openDevice(PHONE);
  await phone.page.goto(computer.url);
  await phone.visit.screen("context");
  const number = await numberOn(computer.page);
  await typeNumber(phone, number);
  await phone.visit.screen("consent");
  await computer.visit.screen("moved");
  await phone.visit.consent();
  await phone.visit.screen("document_type");
  await phone.page.reload();
  await phone.visit.screen("document_type");
  // The phone does not offer a handoff itself.
  expect(await phone.page.getByText("Use your phone").count()).toBe(0);
  const stranger = await openDevice(PHONE);
  await stranger.page.goto(computer.url);
  await stranger.page.getByText("This code no longer works").waitFor();
  // The console shows only the errors of the other browser.
  expect([...computer.complaints, ...phone.complaints]).toEqual([]);
}, 120_000);

it("a person whose phone cannot scan copies the code's link", async () => {
  const { page, visit, url } = await computerWithCode();
  await page.context().grantPermissions(["clipboard-write"]);
  // The page's own policy forbids reading the clipboard.
  await page.evaluate(`{
    const write = navigator.clipboard.writeText.bind(navigator.clipboard);
    navigator.clipboard.writeText = (text) => write((globalThis.copied = text));
  }`);
  await visit.press("Copy the link");
  await page.getByRole("button", { name: "Link copied. Open it on your phone at once." }).waitFor();
  const copied = await page.evaluate<string>("copied");
  // The code changes every 25 s.
  expect(copied.slice(0, copied.indexOf("#") + 15)).toBe(url.slice(0, url.indexOf("#") + 15));
}, 60_000);

it("with a keyboard alone a person goes on with a phone, and takes the way back from a code", async () => {
  const computer = await computerWithCode({ byKeyboard: true });
  await computer.visit.press("Continue on this computer");
  await computer.visit.screen("document_type");
  await computer.visit.press("Use your phone");
  const code = computer.page.waitForResponse((each) => each.url().includes("/v1/handoffs"));
  const { url } = await (await code).json();
  await computer.page.locator("svg.qr").waitFor();
  const phone = await openDevice({ ...PHONE, byKeyboard: true });
  await phone.page.goto(url);
  await phone.visit.screen("context");
  const number = await numberOn(computer.page);
  await phone.visit.press("I started this myself");
  await phone.visit.screen("compare");
  await phone.page.keyboard.press("Tab");
  await phone.page.keyboard.type(number);
  await phone.visit.press("Continue");
  await phone.visit.consent();
  await phone.visit.screen("document_type");
  await computer.visit.screen("moved");
  expect([...computer.complaints, ...phone.complaints]).toEqual([]);
}, 120_000);

it("another number ends it on both, and the computer shows a new code or continues itself", async () => {
  const computer = await computerWithCode();
  const phone = await openDevice(PHONE);
  await phone.page.goto(computer.url);
  await phone.visit.screen("context");
  const number = await numberOn(computer.page);
  await typeNumber(phone, number === "10" ? "11" : "10");
  await phone.page.getByText("That was a different number").waitFor();
  await computer.page.getByText("A different number was entered").waitFor();
  await computer.visit.press("Show a new code");
  await computer.page.locator("svg.qr").waitFor();
  await computer.visit.press("Continue on this computer");
  await computer.visit.screen("document_type");
}, 120_000);

it("before consent a computer hands over, and the phone asks for it once; taken back, the computer asks", async () => {
  const computer = await computerWithCode({ beforeConsent: true });
  await computer.page.getByText("127.0.0.1 is this computer").waitFor();
  const phone = await openDevice(PHONE);
  await phone.page.goto(computer.url);
  await phone.visit.screen("context");
  await typeNumber(phone, await numberOn(computer.page));
  await phone.visit.consent();
  await phone.visit.screen("document_type");
  await computer.page.getByText("Now on your phone: your document.").first().waitFor();
  await computer.visit.press("Continue on this computer");
  await computer.visit.consent();
  await computer.visit.screen("document_type");
  expect(computer.complaints).toEqual([]);
}, 120_000);

it("a link that another browser opened is taken over while nothing was captured", async () => {
  const { body } = await client.post("/v1/verifications", { customer_ref: "ada" });
  const [first, second] = [await openDevice(PHONE), await openDevice(PHONE)];
  await first.page.goto(body.url);
  await first.visit.consent();
  await first.visit.screen("document_type");
  await second.page.goto(body.url);
  await second.visit.screen("over");
  await second.visit.press("Continue here");
  await second.visit.consent();
  await second.visit.screen("document_type");
}, 120_000);
