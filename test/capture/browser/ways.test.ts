import { describe, expect, it } from "vitest";
import { LANGUAGES } from "#capture/text/language.ts";
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

it.each([
  ["frames_not_distinct", "We saw no movement. While the photos are taken, make the movement that is shown."],
  [
    "challenge_not_performed",
    "We did not see this movement: “Turn your head slowly to your left”. The next one may be different.",
  ],
])(
  "says what was not seen, and draws no movement, since the next may be another: %s",
  async (reason, text) => {
    const face = { type: "face", mode: "challenge", attemptsLeft: 3 };
    await page.evaluate("gallery.begin()");
    await answerWith({ ...face, reason: null });
    await page.evaluate("gallery.asked('turn_left')");
    await answerWith({ ...face, reason });
    expect(await page.locator(".reason").textContent()).toContain(text);
    expect(await page.locator("main > svg.turn_left").count()).toBe(0);
  },
);

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
  await page.getByText("Ask Kreissparkasse Beispielstadt-Musterhausen for another way").first().waitFor();
  expect(await page.locator("main > button").allTextContents()).toEqual(["Go back to verification"]);
});

it("an end that another device reached shows no result: whom to ask, and no tick", async () => {
  await show(await find("over", "finished"), "en");
  expect(await page.locator("h1").textContent()).toBe("This verification has ended");
  await page.getByText(/Open it on the device that you used .*, or ask Kreissparkasse/).waitFor();
  expect(await page.locator(".mark:not(.done)").count()).toBe(1);
});

it("the documents follow their question, and the offer of a phone comes after them", async () => {
  const type = await find("document_type");
  await show(type, "en", "full");
  const order = "[...document.querySelectorAll('main > h1, main > .choices, main > .offer')]";
  expect(await page.evaluate(`${order}.map(({ className, localName }) => className || localName)`)).toEqual([
    ...["h1", "choices", "offer"],
  ]);
});

it("without leave for the camera, a file is offered beside another try", async () => {
  await show(await find("camera_recovery"), "en");
  const offered = page.locator("main > button, main > .file");
  expect(await offered.allTextContents()).toEqual(["Try again", "Use a photo file"]);
});

describe("on a computer", () => {
  const open = async (name: string, more: number) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const at = await find(name);
    await page.evaluate(`gallery.computer(${at + more}, "en")`);
  };

  it("consent offers the phone before the box: the phone asks for it then", async () => {
    await open("consent", 0);
    const order = "[...document.querySelectorAll('main .offer button, main .tick')]";
    const names = await page.evaluate<string[]>(`${order}.map(({ textContent }) => textContent)`);
    expect(names[0]).toBe("Use your phone");
    expect(names[1]).toContain("I agree to");
    await page.locator(".offer button").click();
    expect(await page.locator("main").getAttribute("data-screen")).toBe("use_phone");
  });

  it("the link can be copied beside its code, to decline is outlined, and the time is the reader's", async () => {
    await open("use_phone", 1);
    expect(await page.locator("main > button").allTextContents()).toEqual([
      ...["Copy the link", "Continue on this computer"],
    ]);
    const height = () => page.evaluate("document.documentElement.scrollHeight");
    await page.locator("main > button", { hasText: "Copy the link" }).click();
    await page.locator("main > button", { hasText: "Link copied. Open it on your phone at once." }).waitFor();
    expect(await height()).toBe(800);
    await page.evaluate("gallery.local('http://localhost:8787/verify#x')");
    expect(await height()).toBe(800);
    await open("context", 0);
    expect(
      await page.locator("main > button").evaluateAll((all) => all.map((each) => each.className)),
    ).toEqual([...["main", "plain"]]);
    await page.getByText(/started at \d{1,2}:26 [AP]M on/).waitFor();
    expect(await page.getByText(/started at 0\d/).count()).toBe(0);
  });

  it("in test mode the page says that a phone cannot open this computer's own address", async () => {
    await page.evaluate("gallery.local('http://127.0.0.1:8787/verify#x')");
    await page.locator(".reason", { hasText: "127.0.0.1 is this computer" }).waitFor();
    await page.evaluate("gallery.local('https://selfsame.example/verify#x')");
    expect(await page.locator(".reason").count()).toBe(0);
  });

  it("after pairing, the title says so, with the phone's step", async () => {
    await open("moved", 0);
    expect(await page.locator("h1").textContent()).toBe("Your phone is connected");
    await page.getByText("Now on your phone: your document.").first().waitFor();
    expect(await page.locator(".steps").textContent()).toBe("Step 2 of 4");
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

  it.each(Object.keys(LANGUAGES))(
    "a long text of consent scrolls in its box, in the window: %s",
    async (locale) => {
      await page.setViewportSize({ width: 844, height: 390 });
      await page.evaluate(`gallery.ask("Example Ltd checks who you are. ".repeat(60), "${locale}")`);
      const root = "document.documentElement";
      expect(await page.evaluate(`[${root}.scrollWidth, ${root}.scrollHeight]`)).toEqual([844, 390]);
      const box = "document.querySelector('.legal')";
      expect(await page.evaluate(`${box}.scrollHeight > ${box}.clientHeight`)).toBe(true);
      expect((await page.locator(".legal").boundingBox())!.height).toBeGreaterThan(390 * 0.3);
    },
  );

  it("the photo to check has the left column", async () => {
    await open("look", "en");
    expect((await page.locator(".taken").boundingBox())!.height).toBeGreaterThan(390 * 0.7);
  });

  it("every document to choose is in view, all lines about the selfie, and another try", async () => {
    for (const [name, last] of [
      ["document_type", ".choices li:last-child"],
      ["selfie_primer", "main > p:nth-last-of-type(1)"],
      ["change", "main > button.main"],
    ] as const) {
      await open(name, "en");
      const { y, height } = (await page.locator(last).boundingBox())!;
      expect(y + height).toBeLessThanOrEqual(390);
    }
  });

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

it("the details of a long consent text come into view as they are opened", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(`gallery.ask("Example Ltd checks who you are. ".repeat(60), "en")`);
  await page.locator(".legal summary").click();
  const bottomOf = async (selector: string) => {
    const { y, height } = (await page.locator(selector).boundingBox())!;
    return Math.round(y + height);
  };
  await expect
    .poll(async () => (await bottomOf(".legal details p")) <= (await bottomOf(".legal")))
    .toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });
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
