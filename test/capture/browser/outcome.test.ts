import { describe, expect, it } from "vitest";
import { openGallery } from "./open-gallery.ts";

const { page, find, show } = await openGallery();

describe("an outcome", () => {
  const textOf = async (at: number, setting = "plain") => {
    await show((await find("outcome")) + at, "en", setting);
    return page.locator("main").evaluate((end) => (end as unknown as { innerText: string }).innerText);
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
    expect(await textOf(4)).toContain(
      "Contact Kreissparkasse Beispielstadt-Musterhausen: they can say what to do next.",
    );
    expect(await textOf(4, "full")).toMatch(/identity\s+Verify another way/);
  });

  it("on a phone that goes on for a computer says where to go on", async () => {
    for (const at of [0, 2]) {
      await textOf(at);
      await page.evaluate("gallery.scanned()");
      const lead = await page.locator("main .end p").textContent();
      expect(lead).toContain("You can close this page and go on at your computer.");
    }
  });

  it("without success has another way as its second button, after the way back", async () => {
    await textOf(5, "full");
    const links = await page
      .locator("main > a")
      .evaluateAll((all) => all.map(({ textContent, className }) => [className, textContent]));
    expect(links).toEqual([
      ["main", "Return to Kreissparkasse Beispielstadt-Musterhausen"],
      ["plain", "Verify another way"],
    ]);
  });

  it("has its buttons at the foot, and on a phone on its side in view", async () => {
    for (const [width, height] of [
      [390, 844],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width, height });
      await textOf(5, "full");
      await page.evaluate("gallery.phone()");
      const { y, height: high } = (await page.locator("main > a").last().boundingBox())!;
      expect(y + high).toBeLessThanOrEqual(height);
      if (height > width) expect(y + high).toBeGreaterThan(height - 64);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });
});
