import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../dashboard/browser/browser.ts";
import { bundled } from "../bundled.ts";
import { openSite } from "./sites.ts";

const ID = "vf_01J8Z3N5Q7R9T1V3X5Z7B9D1F3";
const TOKEN = "svc_tok_test_canary";
const HOSTILE = 2_500;

const html = (script: string) =>
  `<!doctype html><meta charset="utf-8"><body><div id="place"></div><script type="module">${script}</script>`;

/** Replaces the service's page: it records messages, and follows the test's commands. */
const framePage = (parents: readonly string[]) => `
import { lineToParent } from "./sdk/embed/child.ts";
const grants = [];
const heard = [];
addEventListener("message", ({ data, origin }) => heard.push([origin, data]));
const line = await lineToParent(${JSON.stringify(parents)});
Object.assign(globalThis, { line, grants, heard });
if (line) {
  const ask = (why) => line.grant(why).then((grant) => grants.push(grant), () => grants.push("refused"));
  globalThis.ask = ask;
  await ask("first");
  line.send({ type: "ready" });
}
`;

const tenantPage = (host: string) => `
import { mount } from "${host}/sdk/embed.js";
const events = [];
const asked = [];
/** One port is created for each received greeting. */
globalThis.greeted = 0;
const { MessageChannel } = globalThis;
globalThis.MessageChannel = function () {
  greeted++;
  return new MessageChannel();
};
const options = {
  tenant: "tnt_1",
  token: async (why) => { asked.push(why); return globalThis.answer ?? { token: "${TOKEN}", verificationId: "${ID}" }; },
  onEvent: (event) => events.push(event),
};
const mounted = mount(document.getElementById("place"), options);
Object.assign(globalThis, { events, asked, mounted, options, mount });
`;

const FLOOD = `
const types = ["finished", "token", "token_wanted", "canceled", "connect", "error", "step"];
for (let n = 0; n < ${HOSTILE}; n++) {
  const message = { protocol: "selfsame/1", type: types[n % types.length], verification_id: "${ID}", why: "first" };
  const ports = n % 5 || top === self ? [] : [new MessageChannel().port2];
  top.postMessage(n % 3 ? message : JSON.stringify(message), "*", ports);
}
`;

let browser: Browser;
let host: Awaited<ReturnType<typeof openSite>>;
let tenant: Awaited<ReturnType<typeof openSite>>;
let stranger: Awaited<ReturnType<typeof openSite>>;
let page: Page;
const open = async (url: string) => {
  page = await browser.newPage();
  await page.goto(url);
  return page;
};
interface State {
  readonly events: readonly unknown[];
  readonly asked: readonly string[];
  readonly greeted: number;
}
// Code for the page is text here: the tests' own types have no DOM.
const state = () => page.evaluate<State>("({ events, asked, greeted })");
const framed = async () => {
  await page.waitForSelector("iframe");
  const [frame] = page.frames().filter((each) => each.url().includes("/verify/embed/"));
  return frame!;
};
const connected = () => page.waitForFunction("globalThis.events?.length > 0");
const aMoment = () => page.evaluate("new Promise((resolve) => setTimeout(resolve, 200))");

beforeAll(async () => {
  const embed = await bundled({ entry: "sdk/embed/main.ts" });
  let child = "";
  host = await openSite((path) =>
    path === "/sdk/embed.js"
      ? embed
      : path.startsWith("/verify/embed/")
        ? html(child)
        : path === "/other"
          ? html("")
          : undefined,
  );
  tenant = await openSite((path) =>
    path === "/" ? html(tenantPage(host.origin)) : path === "/silent" ? html("") : undefined,
  );
  stranger = await openSite(() => html(""));
  child = await bundled({ code: framePage([tenant.origin]) });
  browser = await openBrowser();
});
afterEach(() => page.close());
afterAll(() => browser?.close());

describe("the embed in Chromium", () => {
  it("gives the frame a token over the port, and passes the frame's events on", async () => {
    await open(tenant.origin);
    await connected();
    const frame = await framed();
    expect(await frame.evaluate("grants")).toEqual([{ token: TOKEN, verificationId: ID }]);
    await frame.evaluate(`line.send({ type: "finished", verification_id: "${ID}" })`);
    await page.waitForFunction("events.length > 1");
    expect(await state()).toEqual({
      greeted: 1,
      asked: ["first"],
      events: [{ type: "ready" }, { type: "finished", verificationId: ID }],
    });
    // Between the windows went a greeting and a port; no address holds the token.
    expect(await frame.evaluate("heard")).toEqual([
      [tenant.origin, { protocol: "selfsame/1", type: "connect" }],
    ]);
    const addresses = page.frames().map((each) => each.url());
    expect(addresses.join()).not.toContain("svc_tok");
  });

  it("ignores 10,000 messages of its page, of other frames, of another origin and of the frame itself", async () => {
    await open(tenant.origin);
    await connected();
    // The last one has the right origin, and is not the frame that was put there.
    for (const src of [stranger.origin, `${host.origin}/other`]) {
      await page.evaluate(`new Promise((onload) => {
        document.body.append(Object.assign(document.createElement("iframe"), { src: "${src}", onload }));
      })`);
    }
    const before = await state();
    expect(page.frames().length * HOSTILE).toBe(10_000);
    for (const frame of page.frames()) await frame.evaluate(FLOOD);
    // A greeting in the right words, of a window that is not the frame.
    for (const frame of page.frames().filter((each) => !each.url().includes("/verify/embed/"))) {
      await frame.evaluate('top.postMessage({ protocol: "selfsame/1", type: "hello" }, "*")');
    }
    await aMoment();
    expect(await state()).toEqual(before);
  });

  it("gives nothing to a frame that was led to another origin", async () => {
    await open(tenant.origin);
    await connected();
    const frame = await framed();
    await frame.goto(stranger.origin);
    await frame.evaluate(`
      globalThis.got = [];
      addEventListener("message", ({ data }) => got.push(data));
      parent.postMessage({ protocol: "selfsame/1", type: "hello" }, "*");
    `);
    await aMoment();
    expect(await frame.evaluate("got")).toEqual([]);
    expect(await state()).toMatchObject({ asked: ["first"], greeted: 1 });
  });

  it("is greeted again by a frame that is loaded again, and hears nothing once it was taken away", async () => {
    await open(tenant.origin);
    await connected();
    await (await framed()).evaluate("location.reload()");
    await page.waitForFunction("events.length > 1");
    expect((await state()).asked).toEqual(["first", "first"]);
    await page.evaluate("mounted.destroy()");
    expect(await page.locator("iframe").count()).toBe(0);
  });

  it("gives the frame no token if the provider answers a secret key, or no verification", async () => {
    await open(tenant.origin);
    await connected();
    const frame = await framed();
    for (const answer of [{ token: "svc_sk_test_secret", verificationId: ID }, { token: TOKEN }, "x"]) {
      await page.evaluate(`globalThis.answer = ${JSON.stringify(answer)}`);
      await frame.evaluate('ask("token_expired")');
    }
    expect(await frame.evaluate("grants.slice(1)")).toEqual(Array(3).fill("refused"));
    const events = (await state()).events.slice(1);
    expect(events).toEqual(Array(3).fill({ type: "error", code: "token_provider_failed" }));
  });

  it("never connects the service's page to a page whose origin is not listed, or to none", async () => {
    await open(stranger.origin);
    await page.evaluate(`import("${host.origin}/sdk/embed.js").then(({ mount }) => {
      globalThis.asked = [];
      mount(document.body, { tenant: "tnt_1", token: async (why) => asked.push(why) });
    })`);
    const frame = await framed();
    await frame.waitForFunction("globalThis.line === null", undefined, { timeout: 15_000 });
    expect(await page.evaluate("asked")).toEqual([]);
    await page.goto(`${host.origin}/verify/embed/tnt_1`);
    await page.waitForFunction("globalThis.line === null");
  });

  it("takes no port from another frame, although that is of a listed origin", async () => {
    await open(`${tenant.origin}/silent`);
    await page.evaluate(`for (const src of ["${host.origin}/verify/embed/tnt_1", "/silent"]) {
      document.body.append(Object.assign(document.createElement("iframe"), { src }));
    }`);
    const frame = await framed();
    const sibling = page.frames().find((each) => each.parentFrame() !== null && each !== frame)!;
    await sibling.evaluate(`setInterval(() => {
      const { port2 } = new MessageChannel();
      parent.frames[0].postMessage({ protocol: "selfsame/1", type: "connect" }, "*", [port2]);
    }, 100)`);
    await frame.waitForFunction("globalThis.line === null", undefined, { timeout: 15_000 });
    expect(await frame.evaluate("heard.length")).toBeGreaterThan(10);
  });

  it("opens over a page, and Escape ends it as canceled", async () => {
    await open(tenant.origin);
    await connected();
    const closed = page.evaluate(`import("${host.origin}/sdk/embed.js").then(({ open }) => open(options))`);
    await page.waitForSelector("dialog[open] iframe");
    await page.waitForFunction("asked.length > 1");
    await page.keyboard.press("Escape");
    expect(await closed).toEqual({ verificationId: ID, result: "canceled" });
    expect(await page.locator("dialog").count()).toBe(0);
  });

  it("is an element, too, which begins when its provider is set", async () => {
    await open(tenant.origin);
    await page.evaluate(`
      const element = document.createElement("selfsame-verify");
      element.setAttribute("tenant", "tnt_1");
      globalThis.ready = new Promise((resolve) => element.addEventListener("selfsame-ready", resolve));
      document.body.append(element);
      element.tokenProvider = options.token;
    `);
    expect(await page.evaluate("ready.then(({ type }) => type)")).toBe("selfsame-ready");
  });
});
