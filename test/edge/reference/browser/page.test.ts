import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createApp } from "#edge/app.ts";
import { faultsOf, openBrowser, openPage } from "../../../dashboard/browser/browser.ts";

const HOW_TO = join(import.meta.dirname, "../../../../docs/how-to");
/** Pages for those who operate the service: they concern no call. */
const OF_OPERATORS = /^(back-up|deploy-|upgrade|use-|sign-in-)/;

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

let server: Server;
let browser: Browser;
let page: Page;
let complaints: string[];

/** The page as it is served, with its policy. */
beforeAll(async () => {
  const response = await createApp(() =>
    Promise.reject(new Error("The reference needs no services.")),
  ).request("/docs");
  const html = await response.text();
  server = createServer((_, answer) => answer.writeHead(200, Object.fromEntries(response.headers)).end(html));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await openBrowser();
  const { port } = server.address() as AddressInfo;
  ({ page, complaints } = await openPage(browser, `http://127.0.0.1:${port}`));
});
afterAll(async () => {
  await browser?.close();
  server.close();
});

const open = async (hash = "", viewport = DESKTOP) => {
  await page.setViewportSize(viewport);
  await page.goto("about:blank");
  await page.goto(`/docs${hash}`);
};
const top = async (selector: string) => (await page.locator(selector).boundingBox())!.y;

describe("an example", () => {
  it("stands beside what it shows; without room, the call before the fields and the responses after them", async () => {
    await open();
    const offsets = `[...document.querySelectorAll(".operation")].map((each) =>
      Math.round(each.querySelector(".examples").getBoundingClientRect().top - each.getBoundingClientRect().top))`;
    expect(Math.max(...(await page.evaluate<number[]>(offsets)))).toBeLessThan(40);
    await open("", PHONE);
    const parts = [".about", ".examples .tabs", ".fields", ".answers"];
    const tops = await Promise.all(parts.map((part) => top(`#createVerification ${part}`)));
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  });

  it("shows each line of a call and of a receiver whole", async () => {
    await open();
    const cropped = `[...document.querySelectorAll("pre:not(.json)")].filter((each) => each.offsetHeight > 0 &&
      (each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight)).length`;
    expect(await page.evaluate(cropped)).toBe(0);
  });

  it("stays in view while the fields beside it are read", async () => {
    await open("#checkLiveness");
    await page.evaluate("document.querySelector('#checkLiveness .fields h4:last-of-type').scrollIntoView()");
    const [y, height] = [await top("#checkLiveness .examples"), DESKTOP.height];
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThan(height / 4);
  });

  it("is in the language that was chosen once, and all are shown without the other language", async () => {
    await open("#createVerification");
    const shown = () => page.locator("#createVerification .sample:visible").getAttribute("data-label");
    expect(await shown()).toBe("curl");
    await page.locator("#createSession .tabs button", { hasText: "Node.js" }).click();
    expect(await shown()).toBe("Node.js");
    // The SDK has no such call.
    expect(await page.locator("#readHealth .sample:visible").count()).toBe(1);
  });

  it("is copied by its button, and names this host", async () => {
    await open();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.locator("#about .copy").first().click();
    await page.locator("#about .copy", { hasText: "Copied" }).waitFor();
    const copied = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(copied).toContain(`export SELFSAME_URL=${new URL(page.url()).origin}\n`);
  });
});

describe("the search", () => {
  beforeEach(() => open());
  const search = async (words: string) => {
    await page.locator("#search").fill(words);
    return page
      .locator("#results a:visible")
      .evaluateAll((links) => (links as unknown as { hash: string }[]).map(({ hash }) => hash));
  };

  it("finds what a title, a field, a description or a code has, the best first", async () => {
    expect((await search("idempotency"))[0]).toBe("#about-retries");
    expect((await search("dedupe"))[0]).toBe("#searchDuplicates");
    expect((await search("create verification"))[0]).toBe("#createVerification");
    expect(await search("on_expected_mismatch")).toContain("#createVerification");
    expect((await search("face_quality_too_low"))[0]).toBe("#face_quality_too_low");
    expect((await search("/v1/liveness/challenges"))[0]).toBe("#issueChallenge");
    expect((await search("retry safely"))[0]).toBe("#about-retries");
    expect((await search("node signature"))[0]).toBe("#group-webhooks");
    expect((await search("compare name"))[0]).toBe("#about-compare-with-a-name-or-birth-date-that-you-know");
    // A place whose title is what was asked.
    expect((await search("retries"))[0]).toBe("#about-retries");
    expect((await search("webhook"))[0]).toBe("#group-webhooks");
    expect((await search("webhooks"))[0]).toBe("#group-webhooks");
    expect((await search("polling"))[0]).toBe("#readVerification");
    expect(await page.locator("#found").textContent()).toMatch(/^(10 of )?\d+ results?$/);
  });

  const WORDS: Readonly<Record<string, string>> = {
    dob: "about-compare-with-a-name-or-birth-date-that-you-know",
    localhost: "group-webhooks",
    age: "createVerification",
    cors: "about-authentication",
    "max size": "about-images",
    "rate limit": "about-rate-limits",
    "how long": "about-expiry",
    "test card": "about-test-references",
    "install sdk": "about-sdks",
    expired: "about-expiry",
    sandbox: "about-modes",
    test: "about-test-references",
    gdpr: "erasePerson",
    "delete user": "erasePerson",
    "apple wallet": "requestCredential",
    nfc: "presentChip",
    pagination: "about-pagination",
    "liveness verification": "checkLiveness",
    upload: "about-images",
  };

  it("finds first or second what a word of people stands for", async () => {
    const found: Record<string, readonly string[]> = {};
    for (const word of Object.keys(WORDS)) found[word] = (await search(word)).slice(0, 2);
    const missed = Object.entries(WORDS).filter(([word, id]) => !found[word]!.includes(`#${id}`));
    expect(missed.map(([word, id]) => [word, id, found[word]])).toEqual([]);
  });

  it("shows ten places at most, and what explains a field before the schemas that have it", async () => {
    const shown = await search("mode");
    expect(shown).toHaveLength(10);
    expect(await page.locator("#found").textContent()).toMatch(/^10 of \d+ results$/);
    const first = (await search("expected details")).findIndex((hash) => hash.startsWith("#schema-"));
    expect(first).not.toBe(0);
  });

  it("finds the places with the most of the words, if none has them all", async () => {
    expect((await search("frobnicate idempotency"))[0]).toBe("#about-retries");
  });

  it("shows the first sentence of a place whose text lacks the word", async () => {
    await search("timeout");
    const found = await page.locator('#results a[href="#about-retries"] small').textContent();
    expect(found).toBe("Send an Idempotency-Key with each POST.");
    await search("kyc");
    for (const passage of await page.locator("#results a small").allTextContents())
      expect(passage).not.toBe("");
    const shown = await page.locator("#results a").count();
    expect(await page.locator("#results a small").count()).toBe(shown);
  });

  it("finds a word with one wrong letter", async () => {
    expect((await search("signiture"))[0]).toBe((await search("signature"))[0]);
    expect((await search("idempotncy"))[0]).toBe("#about-retries");
  });

  it("finds a place for the title of each how-to page that concerns the API", async () => {
    const titles = readdirSync(HOW_TO)
      .filter((name) => !OF_OPERATORS.test(name))
      .map((name) => /^# (.*)/.exec(readFileSync(join(HOW_TO, name), "utf8"))![1]!);
    expect(titles.length).toBeGreaterThan(15);
    const lost = [];
    for (const title of titles) if ((await search(title)).length === 0) lost.push(title);
    expect(lost).toEqual([]);
  });

  it("says that there is no result, and what else to try", async () => {
    expect(await search("frobnicate")).toEqual([]);
    const status = page.getByRole("status");
    expect(await status.textContent()).toMatch(/^No results for “frobnicate”. Try /);
    await search("");
    expect(await status.isVisible()).toBe(false);
    expect(await page.locator("#contents").isVisible()).toBe(true);
  });

  it("is reached by a key, and led through by the arrows", async () => {
    await page.keyboard.press("/");
    await page.keyboard.type("erase");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect(new URL(page.url()).hash).toBe("#erasePerson");
    await page.keyboard.press("/");
    await page.keyboard.press("Escape");
    expect(await page.locator("#contents").isVisible()).toBe(true);
  });
});

describe("the contents", () => {
  const current = () => page.locator("nav [aria-current]").getAttribute("href");

  it("mark the section that is read, in its open group", async () => {
    await open("#listEvents");
    await expect.poll(current).toBe("#listEvents");
    expect(await page.locator('nav a[href="#listEvents"]').isVisible()).toBe(true);
    await page.evaluate("document.querySelector('#readHealth .fields').scrollIntoView()");
    await expect.poll(current).toBe("#readHealth");
    expect(await page.locator("nav details[open]").count()).toBe(1);
    expect(await page.locator("nav [aria-current]").count()).toBe(1);
  });

  it("are a menu on a phone, which a choice and Escape close", async () => {
    await open("", PHONE);
    const nav = page.locator("nav");
    const menu = page.getByRole("button", { name: "Menu" });
    expect(await nav.isVisible()).toBe(false);
    await menu.click();
    expect([await nav.isVisible(), await menu.getAttribute("aria-expanded")]).toEqual([true, "true"]);
    await page.keyboard.press("Escape");
    expect(await nav.isVisible()).toBe(false);
    await menu.click();
    await page.locator("nav summary", { hasText: "Verifications" }).click();
    await page.locator('nav a[href="#createVerification"]').click();
    expect([await nav.isVisible(), await menu.getAttribute("aria-expanded")]).toEqual([false, "false"]);
    expect(await top("#createVerification h3")).toBeGreaterThan(48);
  });
});

it.each([
  ["on a computer in the light", "light", DESKTOP],
  ["on a computer in the dark", "dark", DESKTOP],
  ["on a phone", "dark", PHONE],
] as const)("has no violation that axe finds, %s", async (_, colorScheme, viewport) => {
  await page.emulateMedia({ colorScheme });
  await open("", viewport);
  if (viewport === PHONE) await page.locator("#menu").click();
  await page.locator("#search").fill("face");
  expect(await faultsOf(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
});

it("makes no error, and breaks no rule of its policy", () => {
  expect(complaints).toEqual([]);
});
