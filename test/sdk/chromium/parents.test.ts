import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser, Frame, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BuiltFiles } from "#edge/capture/page.ts";
import { pageHeaders, renderPage } from "#edge/capture/page.ts";
import { openBrowser } from "../../dashboard/browser/browser.ts";
import { bundled } from "../bundled.ts";
import { openSite } from "./sites.ts";

const ROOT = join(import.meta.dirname, "../../..");

type Site = Awaited<ReturnType<typeof openSite>>;

let browser: Browser;
let service: Site;
/** Both on the tenant's list, and of two sites. */
let shop: Site;
let app: Site;
let stranger: Site;
/** The responses of the pages, by their paths. */
const pages = new Map<string, { body: string; headers: Record<string, string> }>();

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(ROOT, "local/edge/build-capture.ts")]);
  const built: BuiltFiles = (await import(join(ROOT, ".local/capture/files.js"))).default;
  const embed = await bundled({ entry: "sdk/embed/main.ts" });
  const answer = (path: string) => pages.get(path);
  [shop, app, stranger] = await Promise.all([
    openSite(answer),
    openSite(answer, "localhost"),
    openSite(answer),
  ]);
  const parents = [shop.origin, app.origin];
  const frame = String(await renderPage(built, { parents, tenant: null }));
  service = await openSite((path) => {
    if (path === "/sdk/embed.js") return embed;
    const file = built.files[path.replace("/verify/assets/", "")];
    if (file !== undefined) return { body: file.body, headers: { "content-type": file.type } };
    if (!path.startsWith("/verify/embed/")) return undefined;
    return { body: frame, headers: pageHeaders(parents) };
  });
  browser = await openBrowser(["--use-fake-device-for-media-stream"]);
});
afterAll(() => browser?.close());

/** A tenant's page that mounts the embed, and keeps its events. */
const embedding = () => `<!doctype html><title>Shop</title><body><script type="module">
  globalThis.events = [];
  const { mount } = await import("${service.origin}/sdk/embed.js");
  const token = () => new Promise(() => {});
  mount(document.body, { tenant: "tnt_1", token, onEvent: ({ type }) => events.push(type) });
</script>`;
const within = (src: string, attributes = "") =>
  `<!doctype html><title>Outer</title><iframe src="${src}" ${attributes}></iframe>`;

/** The service's frame, after the time that the embedding page needs to connect. */
async function visit(page: Page, url: string): Promise<{ frame: Frame | undefined; events: string[] }> {
  await page.goto(url);
  const events = () =>
    Promise.all(page.frames().map((each) => each.evaluate("globalThis.events ?? []").catch(() => [])));
  for (let tries = 0; tries < 15; tries++) {
    if ((await events()).flat().length > 0) break;
    await page.waitForTimeout(200);
  }
  const frame = page.frames().find((each) => each.url().startsWith(`${service.origin}/verify/embed/`));
  return { frame, events: (await events()).flat() as string[] };
}

/** The result of a request for the camera in the service's frame. */
const CAMERA = `navigator.mediaDevices.getUserMedia({ video: true }).then(
  (stream) => { for (const track of stream.getTracks()) track.stop(); return "opened"; },
  ({ name }) => name,
)`;

interface Case {
  readonly parent: string;
  /** Prepares the pages and answers the address to open. */
  readonly url: () => string;
  /** The frame's permissions: none if the browser does not show it. */
  readonly may: "film" | "speak" | "nothing";
}

const set = (path: string, body: string, headers: Record<string, string> = {}) => {
  pages.set(path, { body, headers });
  return path;
};
const embedded = (headers?: Record<string, string>) => set("/embedding", embedding(), headers);
const ALLOW = 'allow="camera *"';

const CASES: readonly Case[] = [
  { parent: "a page of a listed origin", url: () => shop.origin + embedded(), may: "film" },
  { parent: "another listed origin, of another site", url: () => app.origin + embedded(), may: "film" },
  {
    parent: "a listed name at a port that is not listed",
    url: () => stranger.origin + embedded(),
    may: "nothing",
  },
  {
    parent: "a listed page in a listed page that hands the camera on",
    url: () => app.origin + set("/outer", within(shop.origin + embedded(), ALLOW)),
    may: "film",
  },
  {
    parent: "a listed page in a listed page that keeps the camera",
    url: () => app.origin + set("/outer", within(shop.origin + embedded())),
    may: "speak",
  },
  {
    parent: "a listed page in a stranger's",
    url: () => stranger.origin + set("/outer", within(shop.origin + embedded(), ALLOW)),
    may: "nothing",
  },
  {
    parent: "a stranger's page in a listed one",
    url: () => shop.origin + set("/outer", within(stranger.origin + embedded(), ALLOW)),
    may: "nothing",
  },
  {
    parent: "a listed page in a sandbox that takes its origin away",
    url: () => shop.origin + set("/outer", within(embedded(), `${ALLOW} sandbox="allow-scripts"`)),
    may: "nothing",
  },
  {
    parent: "a listed page in a sandbox that leaves it its origin",
    url: () =>
      shop.origin +
      set("/outer", within(embedded(), `${ALLOW} sandbox="allow-scripts allow-same-origin allow-forms"`)),
    may: "film",
  },
  {
    parent: "a listed page whose own policy names the service",
    url: () =>
      shop.origin +
      embedded({
        "content-security-policy": `default-src 'none'; script-src 'unsafe-inline' ${service.origin}; frame-src ${service.origin}; style-src 'unsafe-inline'`,
      }),
    may: "film",
  },
  {
    parent: "a listed page whose own policy lets in no frame",
    url: () => shop.origin + embedded({ "content-security-policy": "frame-src 'none'" }),
    may: "nothing",
  },
  {
    parent: "a listed page whose own policy disables the camera",
    url: () => shop.origin + embedded({ "permissions-policy": "camera=()" }),
    may: "speak",
  },
  {
    parent: "a document that a listed page has written into a frame",
    url: () =>
      shop.origin +
      set(
        "/outer",
        `<!doctype html><iframe ${ALLOW} srcdoc="${embedding().replaceAll('"', "&quot;")}"></iframe>`,
      ),
    may: "film",
  },
];

describe("the embed in Chromium, in", () => {
  it.each(CASES)("$parent: it may $may", { timeout: 30_000 }, async ({ url, may }) => {
    const context = await browser.newContext();
    await context.grantPermissions(["camera"]);
    try {
      const { frame, events } = await visit(await context.newPage(), url());
      expect([frame !== undefined, events.includes("ready")]).toEqual(
        may === "nothing" ? [false, false] : [true, true],
      );
      if (frame !== undefined) {
        expect(await frame.evaluate(CAMERA)).toBe(may === "film" ? "opened" : "NotAllowedError");
      }
    } finally {
      await context.close();
    }
  });
});

it("the frame's page, opened in its own window, shows that no page embeds it", async () => {
  const page = await browser.newPage();
  await page.goto(`${service.origin}/verify/embed/tnt_1`);
  await page.locator("h1", { hasText: "This link isn't valid" }).waitFor({ timeout: 15_000 });
  await page.close();
});
