import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser } from "../../dashboard/browser/browser.ts";
import { bundled } from "../bundled.ts";
import { openSite } from "./sites.ts";

const script = await bundled({ entry: "sdk/client/browser/image/index.ts" });
const { origin } = await openSite((path) =>
  path === "/image.js" ? script : "<!doctype html><title>Frame</title>",
);
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser([]);
  page = await browser.newPage();
  await page.goto(origin);
  await page.evaluate(TOOLS);
});
afterAll(() => browser?.close());

/** For the browser to run: a camera's frame that is clear until it is painted, and an image's middle. */
const TOOLS = `(async () => {
  globalThis.sdk = await import("/image.js");
  globalThis.frame = () => Object.assign(document.createElement("canvas"), { width: 64, height: 48 });
  globalThis.paint = (canvas) => {
    const context = canvas.getContext("2d");
    context.fillStyle = "rgb(200, 0, 0)";
    context.fillRect(0, 0, 64, 48);
  };
  globalThis.middleOf = async (blob) => {
    const context = frame().getContext("2d");
    context.drawImage(await createImageBitmap(blob), 0, 0);
    return context.getImageData(32, 24, 1, 1).data[0];
  };
})()`;

const run = <T>(body: string) => page.evaluate<T>(`(async () => { ${body} })()`);

it.each([
  ["takes a frame as it is", "const one = frame(); paint(one);"],
  [
    "draws a frame again of which the browser has drawn nothing yet",
    "const one = frame(); setTimeout(paint, 50, one);",
  ],
])("prepareFrame %s", async (_, made) => {
  const red = await run<number>(`${made} return middleOf((await sdk.prepareFrame(one)).blob);`);
  expect(red).toBeGreaterThan(190);
});

it("prepareFrame rejects a frame that is never drawn, instead of sending a black image", async () => {
  const code = await run("return sdk.prepareFrame(frame()).then(() => 'none', ({ code }) => code);");
  expect(code).toBe("image_unreadable");
});
