import { expect, it } from "vitest";
import { LANGUAGES } from "#capture/text/language.ts";
import { consentTextFor } from "#edge/capture-settings/consent-text.ts";
import { ACTIONS } from "#edge/verdicts/liveness/actions.ts";
import { galleryHtml, openGallery } from "./open-gallery.ts";

const { browser, page, find, show } = await openGallery();

it("shows a movement by a drawing that moves for five seconds at most, and not for those who want no motion", async () => {
  const challenge = await find("challenge");
  const motions = async () => {
    await show(0, "en");
    // The first that asks for a movement.
    await show(challenge + 2, "en");
    await page.locator("svg.turn_left").waitFor();
    return page.evaluate<number[]>(
      "document.getAnimations().map((each) => each.effect.getComputedTiming().endTime)",
    );
  };
  expect(await motions()).toEqual([]);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const [longest, ...others] = await motions();
  expect([longest! > 0 && longest! <= 5_000, others]).toEqual([true, []]);
  await page.emulateMedia({ reducedMotion: "reduce" });
});

it("says how far the person is: before the heading, as its description, and as a bar", async () => {
  await show(await find("camera_primer"), "en");
  const heading = page.locator("h1");
  const described = await heading.getAttribute("aria-describedby");
  expect(await page.locator(`#${described}`).textContent()).toBe("Step 2 of 4");
  expect(await page.locator(".bar .done").count()).toBe(2);
  await show(await find("trouble"), "en");
  expect(await page.locator(`#${described}`).textContent()).toBe("");
});

it("says how to begin before the camera, and in other words if the person presses for the document", async () => {
  await show(await find("challenge"), "en");
  await page.getByText("Move your face into the oval, then press “I am ready”.").first().waitFor();
  await page.evaluate(`gallery.byHand(${(await find("document_capture")) + 1})`);
  await page.locator(".coach", { hasText: "Press “Take the photo” when the card is sharp." }).waitFor();
});

it("counts the photos of a face, and says when the next is taken; the count takes the button's focus", async () => {
  const challenge = await find("challenge");
  await show(challenge, "en");
  await page.locator("button", { hasText: "I am ready" }).focus();
  await show(challenge + 2, "en");
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Photo 2 of 3in 2 s");
  await page.locator(".left", { hasText: "in 1 s" }).waitFor();
});

it("a button that can be pressed now has its colours at once: no frame is white on white", async () => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await show(await find("look"), "en");
  const colours = await page.evaluate<unknown[]>(`(() => {
    const button = document.querySelector("main button.main");
    const now = () => [getComputedStyle(button).backgroundColor, getComputedStyle(button).color];
    button.setAttribute("aria-disabled", "true");
    const before = now();
    button.setAttribute("aria-disabled", "false");
    return [before[0] !== now()[0], now(), button.getAnimations().length];
  })()`);
  expect(colours).toEqual([true, ["rgb(18, 89, 181)", "rgb(255, 255, 255)"], 0]);
  await page.emulateMedia({ reducedMotion: "reduce" });
});

/** The buttons and links of a screen that is not closed behind "Need help?". */
const offered = () =>
  page
    .locator("main > button, main > a, main > .file")
    .evaluateAll((all) => (all as unknown as { innerText: string }[]).map(({ innerText }) => innerText));

it("offers what its text says: the same document or another, here or on the other device", async () => {
  const showUsual = async (at: number) => page.evaluate(`gallery.computer(${at}, "en")`);
  const change = await find("change");
  await showUsual(change + 2);
  expect(await offered()).toEqual(["Try again", "Choose another document"]);
  await showUsual(change);
  expect(await offered()).toEqual(["Try again", "Choose another file"]);
  expect(await page.locator("main > svg.document").count()).toBe(1);
  await showUsual(change + 3);
  expect(await offered()).toEqual(["Choose another document"]);
  await showUsual(await find("over", "link_claimed"));
  expect(await offered()).toEqual(["Continue here", "Verify another way"]);
  expect(await page.locator("main .end p").textContent()).toContain("continue here instead");
  await showUsual((await find("use_phone")) + 2);
  expect(await offered()).toEqual(["Show a new code", "Continue on this computer"]);
});

it.each(Object.keys(LANGUAGES))(
  "on a laptop's screen each screen is whole, and the card keeps its height, in %s",
  async (locale) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const heights = await page.evaluate<number[][]>(`Array.from({ length: gallery.count }, (_, at) => {
      gallery.computer(at, "${locale}");
      const card = document.querySelector("#page").getBoundingClientRect().height;
      return [card, document.documentElement.scrollHeight];
    })`);
    expect(new Set(heights.map(String))).toEqual(new Set(["768,800"]));
  },
);

it.each(["document_capture", "challenge"])(
  "fills a phone's screen with the camera, and all can be pressed: %s",
  async (name) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await show((await find(name)) + 1, "en");
    await page.evaluate("document.documentElement.toggleAttribute('data-alone', true)");
    const box = await page.locator(".preview").boundingBox();
    expect([box?.x, box?.width]).toEqual([0, 390]);
    expect(box?.height).toBeGreaterThan(844 / 2);
    const help = await page.locator("summary", { hasText: "Need help?" }).boundingBox();
    expect(help!.y + help!.height).toBeLessThanOrEqual(844);
  },
);

it.each(
  Object.keys(LANGUAGES).flatMap((locale) =>
    (
      [
        [844, 390],
        [667, 375],
      ] as const
    ).map((size) => ({ locale, size })),
  ),
)(
  "on a phone on its side, the camera and its controls are in view beside one another: $size, in $locale",
  async ({ locale, size: [width, height] }) => {
    const phone = await browser.newPage({
      ...{ viewport: { width, height }, hasTouch: true, isMobile: true, reducedMotion: "reduce" },
    });
    await phone.setContent(await galleryHtml());
    for (const at of [(await find("document_capture")) + 1, (await find("challenge")) + 2]) {
      await phone.evaluate(`gallery.computer(${at}, "${locale}"), gallery.phone()`);
      const root = "document.documentElement";
      expect(await phone.evaluate(`[${root}.scrollWidth, ${root}.scrollHeight]`)).toEqual([width, height]);
      const outline = (await phone.locator(".outline").boundingBox())!;
      expect(outline.height).toBeGreaterThan(height / 2);
      expect(outline.y).toBeGreaterThanOrEqual(0);
      expect(outline.y + outline.height).toBeLessThanOrEqual(height);
      const film = (await phone.locator(".preview").boundingBox())!;
      for (const control of await phone.locator("main button:not(.help *), .shots, .row > *").all()) {
        const { x, y, width: wide, height: high } = (await control.boundingBox())!;
        expect(y + high).toBeLessThanOrEqual(height);
        expect(x >= film.x + film.width || x + wide <= film.x).toBe(true);
      }
    }
    await phone.close();
  },
);

it.each(Object.keys(LANGUAGES))(
  "a face's oval stays where it is through all movements, in %s",
  async (locale) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const first = await find("challenge");
    const places = await page.evaluate<string[]>(`Array.from({ length: ${2 + ACTIONS.length} }, (_, n) => {
    gallery.computer(${first} + n, "${locale}");
    gallery.phone();
    const { y, height } = document.querySelector(".outline").getBoundingClientRect();
    return [y, height].join();
  })`);
    expect(new Set(places).size).toBe(1);
  },
);

it("says that a tap enlarges the photo, and closes it by a button that stays in view", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await show(await find("look"), "en");
  const photo = page.getByRole("button", { name: "The photo you took" });
  const before = (await photo.boundingBox())!.width;
  await page.getByText("Tap the photo to enlarge it.").waitFor();
  await photo.click();
  expect((await page.locator("dialog img").boundingBox())!.width).toBeGreaterThan(2 * before);
  const close = (await page.getByText("× Close").boundingBox())!;
  expect([close.y >= 0, close.x >= 0, close.x + close.width <= 390]).toEqual([true, true, true]);
  await page.getByRole("button", { name: "Close" }).click();
  await expect.poll(() => page.locator("dialog").count()).toBe(0);
});

it.each(Object.keys(LANGUAGES))(
  "consent has its button on the first screen, and a reminder takes nothing from its text, in %s",
  async (locale) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const { text } = await consentTextFor([], "en", {
      name: "Kreissparkasse Musterhausen",
      retentionDays: 30,
    });
    await page.evaluate(`gallery.ask(${JSON.stringify(text)}, "${locale}")`);
    const bottom = async () => {
      const { y, height } = (await page.locator("button.main").boundingBox())!;
      return y + height;
    };
    const legal = async () => (await page.locator(".legal").boundingBox())!.height;
    expect(await bottom()).toBeLessThanOrEqual(844);
    const before = await legal();
    await page.locator("button.main").click({ force: true });
    await page.getByRole("alert").waitFor();
    expect([await legal(), (await bottom()) <= 844]).toEqual([before, true]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate(`gallery.ask(${JSON.stringify(text)}, "${locale}", true)`);
    expect(await bottom()).toBeLessThanOrEqual(784);
  },
);
