import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../dashboard/browser/browser.ts";
import { bundled } from "../bundled.ts";

let script = "";
const server = createServer(({ url }, response) => {
  const isScript = url === "/image.js";
  response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
  response.end(isScript ? script : "<!doctype html><title>Frame</title>");
});
let browser: Browser;
let page: Page;

beforeAll(async () => {
  script = await bundled({ entry: "sdk/client/browser/image/index.ts" });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await openBrowser([]);
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await page.evaluate(TOOLS);
});
afterAll(async () => {
  await browser?.close();
  server.closeAllConnections();
  server.close();
});

/** For the browser to run: a camera's frame that is clear until it is painted, and a picture's middle. */
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

describe("prepareFrame", () => {
  it("takes a frame as it is", async () => {
    const red = await run<number>(
      "const one = frame(); paint(one); return middleOf((await sdk.prepareFrame(one)).blob);",
    );
    expect(red).toBeGreaterThan(190);
  });

  it("draws a frame again of which the browser has drawn nothing yet", async () => {
    const red = await run<number>(
      "const one = frame(); setTimeout(paint, 50, one); return middleOf((await sdk.prepareFrame(one)).blob);",
    );
    expect(red).toBeGreaterThan(190);
  });

  it("refuses a frame of which nothing is ever drawn, where a black picture would be sent", async () => {
    const code = await run("return sdk.prepareFrame(frame()).then(() => 'none', ({ code }) => code);");
    expect(code).toBe("image_unreadable");
  });
});
