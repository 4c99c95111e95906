import { describe, expect, it } from "vitest";
import { openGallery } from "./open-gallery.ts";

const { page, find, show, answerWith } = await openGallery();

it("asks for a movement after a selfie that cannot decide, and says that the photo is fine", async () => {
  await page.evaluate("gallery.begin()");
  const face = { type: "face", mode: "challenge", attemptsLeft: 3 };
  await answerWith({ ...face, reason: null });
  expect(await page.locator("h1").textContent()).toBe("Now take a selfie");
  await page.evaluate("gallery.begin()");
  await answerWith({ ...face, reason: "step_up_required" });
  expect(await page.locator("h1").textContent()).toBe("One more check");
  await page.getByText("Your photo is fine. Now make one movement.").waitFor();
});

describe("without a camera", () => {
  const actions = async (setting: string) => {
    const missing = (await find("camera_recovery")) + 1;
    await show(missing, "en", setting);
    expect(await page.locator("h1").textContent()).toBe("No camera was found");
    return page
      .locator("main > .file, main > button, main > .offer button")
      .evaluateAll((all) => all.map(({ textContent, className }) => `${textContent} (${className})`));
  };

  it("a file is the main action, then another try", async () => {
    expect(await actions("plain")).toEqual(["Use a photo file (file main)", "Try again (plain)"]);
  });

  it("a computer is offered a phone as well", async () => {
    const [file, phone] = await actions("full");
    expect([file, phone]).toEqual(["Use a photo file (file main)", "Use your phone (plain)"]);
  });
});

it("a person who cannot go on is shown another way: the tenant's, or whom to ask", async () => {
  const declined = await find("over", "declined");
  await show(declined, "en", "full");
  expect(await page.locator("h1").textContent()).toBe("You can verify another way");
  expect(await page.locator("a.main").textContent()).toBe("Verify another way");
  await show(declined, "en");
  expect(await page.locator("a.main").count()).toBe(0);
  await page.getByText("To verify another way, contact Kreissparkasse Beispielstadt-Musterhausen.").waitFor();
});

it("the documents follow their question, and the offer of a phone comes after them", async () => {
  const type = await find("document_type");
  await show(type, "en", "full");
  const order = "[...document.querySelectorAll('main > h1, main > .choices, main > .offer')]";
  expect(await page.evaluate(`${order}.map(({ className, localName }) => className || localName)`)).toEqual([
    ...["h1", "choices", "offer"],
  ]);
});

describe("an outcome", () => {
  const textOf = async (at: number) => {
    await show((await find("outcome")) + at, "en");
    return page.locator("main .end").evaluate((end) => (end as unknown as { innerText: string }).innerText);
  };

  it("with an address to return to names the tenant on its button, and asks nobody to close the page", async () => {
    for (const at of [1, 3, 5]) {
      const text = await textOf(at);
      expect(text).toContain("Return to Kreissparkasse Beispielstadt-Musterhausen");
      expect(text).not.toMatch(/close this page|sent you here/);
    }
  });

  it("without one says that the page can be closed, unless something is left to do", async () => {
    expect(await textOf(0)).toContain("You can close this page and continue where you left off.");
    expect(await textOf(2)).toContain(
      "Kreissparkasse Beispielstadt-Musterhausen will let you know the result. You can close this page.",
    );
    expect(await textOf(4)).toContain("contact Kreissparkasse Beispielstadt-Musterhausen");
  });
});

describe("on a phone on its side", () => {
  /** Whether two elements share a point of the screen. */
  const SHARED = `(one, other) => {
    const [a, b] = [one, other].map((each) => each.getBoundingClientRect());
    return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  }`;
  const open = async (name: string, locale: string) => {
    await page.setViewportSize({ width: 844, height: 390 });
    const at = await find(name);
    await page.evaluate(`gallery.computer(${at}, "${locale}")`);
    await page.evaluate("gallery.phone()");
  };

  it.each(["consent", "camera_primer", "look", "selfie_primer"])(
    "the actions are beside the text, in view, and cover nothing: %s",
    async (name) => {
      for (const locale of ["en", "ar"]) {
        await open(name, locale);
        const { covered, bottom } = await page.evaluate<{ covered: number; bottom: number }>(`(() => {
          const action = document.querySelector("main button.main");
          const others = [...document.querySelectorAll("main :is(h1, p:not(.spoken), img, svg, label)")];
          return {
            covered: others.filter((each) => (${SHARED})(action, each)).length,
            bottom: action.getBoundingClientRect().bottom,
          };
        })()`);
        expect([covered, bottom <= 390]).toEqual([0, true]);
      }
    },
  );

  it.each([
    ["document_capture", 390, 844],
    ["challenge", 390, 844],
    ["document_capture", 844, 390],
    ["challenge", 844, 390],
  ])(
    "the camera's screen has its step, and test mode apart from the bar: %s, %i × %i",
    async (name, width, height) => {
      await open(name, "en");
      await page.setViewportSize({ width, height });
      expect(await page.locator(".steps").isVisible()).toBe(true);
      const [chip, bar] = [".chip", ".bar"].map((each) => `document.querySelector("${each}")`);
      expect(await page.evaluate(`(${SHARED})(${chip}, ${bar})`)).toBe(false);
      await page.setViewportSize({ width: 1280, height: 800 });
    },
  );
});

it("says that it is in test mode", async () => {
  await show(await find("consent"), "de");
  expect(await page.locator(".chip").textContent()).toBe("Testmodus");
});

describe("on a phone, the main action", () => {
  const bottomOf = () =>
    page.locator("main button.main").evaluate((button) => button.getBoundingClientRect().bottom);

  it("is at the thumb if the screen is short of text", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await show(await find("selfie_primer"), "en", "full");
    await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = false");
    await page.evaluate("gallery.phone()");
    expect(await bottomOf()).toBeGreaterThan(844 * 0.75);
  });

  it("stays in view while a longer text scrolls", async () => {
    await page.setViewportSize({ width: 390, height: 400 });
    await show(await find("consent"), "en", "full");
    await page.evaluate("scrollTo(0, 0)");
    expect(await bottomOf()).toBeLessThanOrEqual(400);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
});
