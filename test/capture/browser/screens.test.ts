import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "#capture/text/language.ts";
import { faultsOf } from "../../dashboard/browser/browser.ts";
import { openGallery } from "./open-gallery.ts";

const SCREENSHOTS = join(import.meta.dirname, "../../../.local/screenshots/capture");
const WIDTHS = [320, 390, 1280] as const;
const LIGHTS = ["light", "dark"] as const;
const SLOW = { timeout: 120_000 };
/** A time shorter than the half second for which consent has to be in view. */
const TOO_SOON_MS = 250;

const complaints: string[] = [];
const { page, find, show, answerWith } = await openGallery(complaints);
const count = await page.evaluate<number>("gallery.count");
await mkdir(SCREENSHOTS, { recursive: true });

const SETTINGS = ["plain", "full"];

const DOCUMENT = {
  type: "document",
  verificationId: "vf_1",
  kinds: ["cid", "passport"],
  methods: ["picture"],
  reason: null,
  attemptsLeft: 3,
};

/** Elements that overflow the screen at the side, and targets that are too small for a finger. */
const MISFITS = `[
  ...(document.documentElement.scrollWidth > innerWidth ? ["wider than the screen"] : []),
  ...[...document.querySelectorAll("button, a, select, .file, .tick")]
    .filter((each) => each.getBoundingClientRect().height < 44 || each.getBoundingClientRect().width < 44)
    .map((each) => "small: " + each.textContent),
  ...[...document.querySelectorAll("main *:not(.spoken), header *")]
    // What is closed is not laid out to be seen; the full setting opens it.
    .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
    .map((each) => "cut: " + each.tagName + " " + each.textContent),
]`;

it("knows each setting", async () => {
  expect(await page.evaluate("gallery.settings")).toEqual(SETTINGS);
});

describe.each(SETTINGS.flatMap((setting) => ["en", "ar"].map((locale) => ({ setting, locale }))))(
  "every screen, $setting, in $locale",
  ({ setting, locale }) => {
    it.each(LIGHTS)("has no violation that axe finds, at three widths, %s", SLOW, async (colorScheme) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const faults: unknown[] = [];
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        for (let at = 0; at < count; at++) {
          const name = await show(at, locale, setting);
          if (setting === "full") await page.locator("img.logo").waitFor();
          for (const fault of await faultsOf(page)) faults.push({ name, width, ...fault });
          if (width === WIDTHS[0]) {
            const path = join(SCREENSHOTS, `${at}-${name}-${setting}-${locale}-${colorScheme}.png`);
            await page.screenshot({ path, fullPage: true });
          }
        }
      }
      expect(faults).toEqual([]);
    });
  },
);

it.each(Object.keys(LANGUAGES))("fits on a screen of 320 px, for a finger, in %s", SLOW, async (locale) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const misfits: string[] = [];
  for (const setting of SETTINGS) {
    for (let at = 0; at < count; at++) {
      const name = await show(at, locale, setting);
      misfits.push(...(await page.evaluate<string[]>(MISFITS)).map((what) => `${name}, ${setting}: ${what}`));
    }
  }
  expect(misfits).toEqual([]);
});

describe("a person with a keyboard alone", () => {
  const focused = () =>
    page.evaluate<string>("document.activeElement.matches('h1') ? document.activeElement.textContent : ''");
  const screen = (name: string) => page.locator(`main[data-screen="${name}"]`).waitFor();
  async function tabTo(label: string): Promise<void> {
    for (let presses = 0; presses < 20; presses++) {
      if (await page.evaluate(`document.activeElement.matches(":focus-visible")`)) {
        const own = await page.evaluate<string>(
          `(document.activeElement.closest("label") ?? document.activeElement).textContent`,
        );
        if (own.startsWith(label)) return;
      }
      await page.keyboard.press("Tab");
    }
    throw new Error(`no Tab leads to "${label}", but to "${await focused()}"`);
  }

  it("comes from consent to sending by a file, and hears each screen's heading first", async () => {
    await page.evaluate("gallery.begin()");
    await answerWith({ type: "consent" });
    await screen("consent");
    await tabTo("I agree to");
    await page.keyboard.press("Space");
    await tabTo("Agree and continue");
    await page.locator('button:not([aria-disabled="true"])', { hasText: "Agree" }).waitFor();
    await page.keyboard.press("Enter");
    await screen("loading");
    await answerWith(DOCUMENT);
    await screen("document_type");
    await expect.poll(focused).toBe("Which document will you use?");
    await tabTo("Identity card");
    await page.keyboard.press("Enter");
    await screen("camera_primer");
    await expect.poll(focused).toBe("Photograph the front");
    // Waits before the click: a file chooser that opens before the listener exists is lost.
    const opened = page.waitForEvent("filechooser");
    await tabTo("Need help?");
    await page.keyboard.press("Enter");
    await tabTo("Use a photo file");
    await page.keyboard.press("Enter");
    const chooser = await opened;
    await chooser.setFiles({ name: "card.jpg", mimeType: "image/jpeg", buffer: Buffer.from("card") });
    await screen("look");
    await expect.poll(focused).toBe("Is everything readable?");
    await tabTo("Yes, use this photo");
    await page.locator('button:not([aria-disabled="true"])', { hasText: "Yes, use" }).waitFor();
    await page.keyboard.press("Enter");
    await screen("sending");
  });
});

it("a photo is kept only once it is drawn: before, the buttons below it move", async () => {
  await page.evaluate(`{
    const images = HTMLImageElement.prototype;
    const own = Object.getOwnPropertyDescriptor(images, "src");
    Object.defineProperty(images, "src", {
      ...own,
      set(url) { globalThis.drawIt = () => own.set.call(this, url); },
    });
    globalThis.drawAtOnce = () => Object.defineProperty(images, "src", own);
  }`);
  const look = await find("look");
  await show(look, "en");
  const keep = page.locator("button", { hasText: "Yes, use this photo" });
  expect(await keep.getAttribute("aria-disabled")).toBe("true");
  await page.evaluate("drawIt(), drawAtOnce()");
  await page.locator('button:not([aria-disabled="true"])', { hasText: "Yes, use" }).waitFor();
});

it("a heading has the focus as soon as its screen is there: what is typed at once is not lost", async () => {
  await page.evaluate("gallery.begin()");
  // Without "void", Playwright would wait for the page's promise here, before there is a screen.
  await page.evaluate(`void (globalThis.focused = new Promise((resolve) => new MutationObserver(() => {
    if (document.querySelector('main[data-screen="document_type"]') === null) return;
    resolve(document.activeElement.textContent);
  }).observe(document.body, { attributes: true, childList: true, subtree: true })))`);
  await answerWith(DOCUMENT);
  expect(await page.evaluate("focused")).toBe("Which document will you use?");
});

it("no screen begins with its heading: Orca takes the first text for read, and would not say it", async () => {
  for (let n = 0; n < count; n++) {
    await show(n, "en");
    const first = "document.querySelector('main').firstElementChild";
    expect(await page.evaluate<string>(`${first}.localName + " " + ${first}.textContent`)).toBe(
      "p Verify your identity",
    );
  }
});

describe("consent", () => {
  const agree = () => page.locator("button", { hasText: "Agree and continue" });
  const isReady = async () => (await agree().getAttribute("aria-disabled")) !== "true";

  async function open(height: number): Promise<void> {
    await page.setViewportSize({ width: 1280, height });
    await page.evaluate("gallery.begin()");
    await answerWith({ type: "consent" });
  }

  it("is not given by a press without a tick, which says what is missing and leads to the box", async () => {
    await open(900);
    await page.waitForTimeout(2 * TOO_SOON_MS + 200);
    expect(await isReady()).toBe(false);
    await agree().click({ force: true });
    expect(await page.locator('main[data-screen="consent"]').count()).toBe(1);
    expect(await page.getByRole("alert").textContent()).toBe("Tick the box to agree.");
    expect(await page.evaluate("document.activeElement.type")).toBe("checkbox");
    await page.keyboard.press("Space");
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(await page.locator('main[data-screen="consent"]').count()).toBe(1);
  });

  it("can be given half a second after box and button have come into view, and not before", async () => {
    await open(160);
    await page.evaluate("scrollTo(0, 0)");
    await page.waitForTimeout(700);
    // The box is ticked by script, which does not scroll: the button has not been in view.
    const tick = `(() => { HTMLElement.prototype.scrollIntoView = () => {}; document.querySelector("input").click(); })()`;
    await page.evaluate(tick);
    await page.waitForTimeout(700);
    expect(await isReady()).toBe(false);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.waitForTimeout(TOO_SOON_MS);
    expect(await isReady()).toBe(false);
    await page.waitForTimeout(600);
    expect(await isReady()).toBe(true);
  });
});

it("changes its language by the choice on the screen, and its direction with it", async () => {
  await show(0, "en");
  await page.getByLabel("Language").selectOption({ label: "العربية" });
  expect(await page.evaluate("document.documentElement.dir")).toBe("rtl");
  expect(await page.locator("h1").textContent()).toBe("التحقق من هويتك");
});

it("speaks the newest sentence only, and not two within a second and a half", async () => {
  await page.evaluate("gallery.begin()");
  await page.evaluate(`globalThis.said = []; new MutationObserver(() => {
    const text = document.querySelector("main + [role=status]").textContent;
    if (text !== (said.at(-1)?.text ?? "")) said.push({ text, at: performance.now() });
  })
    .observe(document.querySelector("main + [role=status]"), { characterData: true, childList: true, subtree: true })`);
  await page.evaluate(`(async () => {
    for (let at = 0; at < gallery.count; at++) {
      if (gallery.show(at, "en") === "challenge") await new Promise((done) => setTimeout(done, 300));
    }
    for (let at = gallery.count - 1; gallery.show(at, "en") !== "sending"; at--);
  })()`);
  await page.waitForTimeout(1_800);
  const said = await page.evaluate<{ text: string; at: number }[]>("said");
  expect(said.length).toBeGreaterThan(1);
  expect(said.at(-1)?.text).toBe("We are sending and comparing your photos. This can take half a minute.");
  const gaps = said.slice(1).map(({ at }, index) => at - said[index]!.at);
  expect(gaps.filter((gap) => gap < 1_490)).toEqual([]);
});

it("says what is to be changed, after the heading", async () => {
  const change = await find("change");
  await show(change, "en");
  const [reason, said] = ["main .reason", "main + [role=status]"].map((each) => page.locator(each));
  await expect.poll(() => said?.textContent()).toBe(await reason?.textContent());
});

it("makes no error", () => {
  expect(complaints).toEqual([]);
});
