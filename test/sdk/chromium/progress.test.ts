import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser } from "../../dashboard/browser/browser.ts";
import { bundled } from "../bundled.ts";

const BYTES = 3_000_000;

/** Serves the client, and takes uploads: the first is cut in the middle, and one path leads elsewhere. */
const state = { uploads: 0, elsewhere: 0, script: "" };
const server = createServer((request, response) => {
  const { url = "" } = request;
  if (url === "/client.js")
    return void response.setHeader("content-type", "text/javascript").end(state.script);
  if (url === "/") return void response.setHeader("content-type", "text/html").end("<!doctype html>");
  if (url === "/elsewhere") {
    state.elsewhere++;
    return void request.resume().on("end", () => response.end('{"ocr_id":"ocr_2"}'));
  }
  if (url === "/v1/fraud/detect") {
    return void request.resume().on("end", () => response.writeHead(303, { location: "/elsewhere" }).end());
  }
  const isCut = state.uploads++ === 0;
  let arrived = 0;
  request.on("data", (chunk: Buffer) => {
    arrived += chunk.length;
    if (isCut && arrived > BYTES / 2) request.destroy();
  });
  request.on("end", () => response.end('{"ocr_id":"ocr_1"}'));
});
let browser: Browser;
let origin: string;
beforeAll(async () => {
  state.script = await bundled({ entry: "sdk/client/src/index.ts" });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  server.closeAllConnections();
  server.close();
});

it("an upload reports its progress, which never decreases after a cut; a redirect is an error", async () => {
  const page = await browser.newPage();
  await page.goto(origin);
  await page.evaluate(`import("/client.js").then(({ createClient }) => {
    globalThis.client = createClient({ baseUrl: location.origin, token: "svc_tok_test_a" });
    globalThis.image = new Uint8Array(${BYTES});
  })`);
  const network = await page.context().newCDPSession(page);
  const line = { offline: false, latency: 20, downloadThroughput: 4e6, uploadThroughput: 2e6 };
  await network.send("Network.emulateNetworkConditions", line);
  const progress = await page.evaluate<number[]>(`(async () => {
    const progress = [];
    await client.scan({ image }, { onProgress: (sent) => progress.push(sent) });
    return progress;
  })()`);
  expect(state.uploads).toBe(2);
  expect(progress.length).toBeGreaterThan(3);
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
  expect(new Set(progress).size).toBe(progress.length);
  expect(progress.at(-1)).toBe(1);

  const code = await page.evaluate(
    "client.detectFraud({ image }, { onProgress() {} }).then(() => 'answered', (error) => error.code)",
  );
  expect([code, state.elsewhere]).toEqual(["unexpected_answer", 1]);
  await page.close();
});
